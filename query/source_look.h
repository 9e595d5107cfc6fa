// What one look at this machine's sources found: values that the table, the JSON and the node's
// figure are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/sensor.h"

namespace joulemark {

// One sensor over the time it was read. power: counters: energy over the time it is known for;
// gauges: mean of the readings; empty where a counter did not move or nothing was read.
struct SensorLook {
  Sensor sensor;
  std::size_t readings = 0;
  bool alive = false;  // METHOD S-1a, in the time looked at
  std::optional<Watts> power{};
  std::uint64_t resets = 0;
};

// One Source of a source, by its own thread.
struct DeviceLook {
  bool discovered = false;
  bool done = false;
  std::optional<Error> error;             // of the discovery, or of the last read
  std::vector<std::string> not_served{};  // sensors that must not be used, and why
  std::vector<SensorLook> sensors{};
};

enum class SourceState {
  kOff,          // off by default and not asked for
  kFound,        // at least one sensor
  kNothingHere,  // normal
  kNoPermission,
  kNeedsConfiguration,
  kNoAnswer,  // a call did not end in time; it was left behind
  kFailed,
};
std::string_view to_string(SourceState);

struct SourceLook {
  std::string name, summary;
  bool on_by_default = true;
  SourceState state = SourceState::kOff;
  std::vector<std::string> problems{};  // one line each, with the remedy where one is known
  std::vector<std::string> warnings{};  // what discover() met and worked around
  std::vector<SensorLook> sensors{};
};

// Something of it could not be seen, or not as it should be.
bool in_doubt(const SourceLook& source);
std::string full_name(const Sensor& sensor);  // "rapl package-0"

}  // namespace joulemark
