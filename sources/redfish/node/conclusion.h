// What the inventory of one service amounts to: which values are the same thing, which stand for a
// whole node, and at which boundary.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

// The power of one chassis as a whole, and how it is known.
struct ChassisPower {
  std::string chassis, id;         // path, Id
  std::vector<std::size_t> parts;  // of Inventory::measured; several: their sum
  double watts = 0.0;
  Boundary boundary = Boundary::kUnknown;
  Supply supply = Supply::kUnknown;
  std::string evidence;
  bool shared = false;  // several computers draw from it: never the power of one node
};

// Entries that show the same Sensor become one: the first of each group that the rules prefer. Of
// EnergyJoules and EnergykWh of one resource the joules stay, unless the other is a lifetime value.
std::vector<std::size_t> distinct(const Inventory& inventory);

// One entry per chassis that has a reading for all of itself. Remarks are added for values that
// contradict one another, supplies that repeat the total, counters too young for their power.
std::vector<ChassisPower> chassis_power(Inventory& inventory, const std::vector<std::size_t>& kept);

// What was concluded for a chassis holds for every value of all of it that says nothing itself.
void apply_boundaries(Inventory& inventory, const std::vector<ChassisPower>& power);

}  // namespace joulemark::redfish
