// The fields of DCGM that are read, by the exact names that dcgm-exporter has given them. A name
// that is not here is never guessed at: 4.9 brought joules where there had been millijoules.
#pragma once

#include <optional>
#include <string_view>

namespace joulemark::dcgm_exporter {

enum class What { kEnergy, kPower, kPowerInstant };

struct Field {
  std::string_view name;
  What what;
  double si_per_unit;  // J or W
};

// Empty: none of those that are read.
const Field* find_field(std::string_view name);

// A name of DCGM's, known or not.
bool is_of_dcgm(std::string_view name);
// A name of DCGM's that speaks of energy and is not known here.
bool is_unknown_energy(std::string_view name);

}  // namespace joulemark::dcgm_exporter
