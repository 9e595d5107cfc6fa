// What a sensor of a scenario says: its load as the sensor sees it (README.md, "What a sensor
// says"), and its faults. A pure function of time: two programs that know the file agree on every
// digit.
#pragma once

#include <optional>
#include <variant>

#include "sources/replay/scenario.h"

namespace joulemark::replay {

struct Statement {
  Duration taken{0};  // since the epoch: when the reading was made
  std::variant<Watts, EnergyCount> value;
};

// The answer to a read at t since the epoch; empty in a gap, and before the first value after the
// epoch.
std::optional<Statement> statement(const SensorSpec& sensor, Duration t);

}  // namespace joulemark::replay
