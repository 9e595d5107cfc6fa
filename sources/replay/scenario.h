// A scenario: loads, and nodes whose sensors see them (FORMATS 4). Every program that knows the
// file knows the truth, for any window since the epoch.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/files.h"
#include "core/sensor.h"
#include "core/settings.h"
#include "sources/replay/fault.h"
#include "sources/replay/load.h"

namespace joulemark::replay {

// A sensor as published, and what distinguishes what it says from its load.
struct SensorSpec {
  Sensor sensor;  // metrology.sampling is decided where the sampling interval is known
  LoadPtr load;
  std::int64_t gain_billionths = 0;  // relative error of the gain
  Nanowatts offset = 0;
  Watts noise;                  // standard deviation of a power reading
  Attojoules resolution = 0;    // energy counters: one count
  Duration update_interval{0};  // 0: follows its load at every instant
  Duration update_phase{0};
  Duration latency{0};
  std::uint64_t seed = 0;  // of node and sensor
  std::vector<Fault> faults;
};

struct Node {
  std::string name;
  std::vector<SensorSpec> sensors;
  // What the node draws: its own `load`, else the sum over its outermost sensors (README.md).
  LoadPtr load;
};

struct Scenario {
  UtcTime epoch;
  std::vector<Node> nodes;

  [[nodiscard]] const Node* find(std::string_view node) const;
};

// kInvalid with file, line and key for everything that is not as README.md says.
Result<Scenario> parse_scenario(std::string_view yaml, std::string file);
Result<Scenario> read_scenario(const Files& files, const std::string& path);

}  // namespace joulemark::replay
