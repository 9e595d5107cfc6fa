// What a member draws without work (METHOD W-1): the baseline that splits its energy into an idle
// and a dynamic part.
#pragma once

#include "core/result.h"
#include "measurement/window_energy.h"

namespace joulemark {

inline constexpr double kShortestBaseline = 300.0;  // s

struct IdleBaseline {
  double watts = 0.0;  // mean over the window
  double u = 0.0;      // standard uncertainty of that mean, W
};

// idle: energy of the series that will be split, over a window without work in the same power
// state. kInvalid: the series is refused, or no finite number; the window is shorter than 300 s.
Result<IdleBaseline> idle_baseline(const SeriesEnergy& idle);

}  // namespace joulemark
