// How far the window's times may be off from telemetry time: delta of METHOD S-5.
#pragma once

#include <optional>
#include <span>

#include "measurement/code.h"

namespace joulemark {

inline constexpr double kUnmeasuredClockBound = 0.5;  // s, S-5

struct ClockBound {
  double delta = kUnmeasuredClockBound;  // s; window_energy refuses more than 1 s
  Codes codes;                           // CLOCK_UNMEASURED
};

// hosts: delta_i of every host whose series are in the cover; window_host: of the machine that
// stamped the window; s. Empty (or no finite, non-negative number): not measured, then delta is at
// least 0.5 s.
ClockBound clock_bound(std::span<const std::optional<double>> hosts,
                       std::optional<double> window_host);

}  // namespace joulemark
