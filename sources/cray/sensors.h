// From the names in pm_counters to sensors: what each file stands for.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/sensor.h"

namespace joulemark::cray {

// What holds for all files of a node.
struct Counters {
  Duration interval{0};
  std::optional<Duration> scan = {};  // 1/raw_scan_hz
  std::optional<std::uint64_t> version = {};
  std::optional<Duration> clock_bound = {};  // b of METHOD S-4a; empty: the exporter's time is used
};

// power, energy, and the same behind cpu_, memory_ and accel_ with or without a number; empty for
// everything else (caps, temperatures, bookkeeping). The id is the name of the file.
//
// Only the node's own figure belongs to a row of METHOD S-1a. The parts have an unknown boundary
// and so none: other sources show the same processors and accelerators under other scopes, and what
// is inside which part differs between blades (parts may add up to more than the node).
std::optional<Sensor> sensor_of(std::string_view file);

void describe(const Counters& counters, Sensor& sensor);

// Limits of the latency where the device's time is not used: as METHOD's rows for meters that are
// read through a controller.
inline constexpr Duration kLatencyUnstamped = std::chrono::seconds(1);

}  // namespace joulemark::cray
