// Which of the measured values become sensors: one power and one energy per scope, from as few
// resources as possible.
#pragma once

#include <string>
#include <vector>

#include "sources/redfish/poll/place.h"

namespace joulemark::redfish {

struct Chosen {
  std::size_t measured = 0;  // index into Inventory::measured
  Sensor sensor;             // without metrology, but for the rating
};

// One step of an energy count must not be more than this to be served: at 600 W it lasts a minute.
// A coarser one would only hide the power that can be integrated beside it.
inline constexpr double kCoarsestCount = 36e3;  // J

// Best first within one scope: energy as LifetimeReading, else in the finest steps; power at a
// known boundary. Parts of a node (processors, modules) only where a report or a resource that is
// read anyway has them, or nothing stands for the node as a whole. Remarks say what was left out.
// `probing`: with all that tells the boundary of a total.
std::vector<Chosen> choose(Inventory& inventory, const std::vector<std::size_t>& kept,
                           const Places& places, bool probing);

// "Chassis/1/Power#/PowerControl/0/PowerConsumedWatts": the resource and the place in it.
std::string id_of(const Measured& one);

}  // namespace joulemark::redfish
