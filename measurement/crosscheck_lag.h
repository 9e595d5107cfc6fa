// How much later a sensor shows what its reference shows (METHOD X-3).
#pragma once

#include "core/result.h"
#include "measurement/crosscheck_grid.h"

namespace joulemark {

inline constexpr double kWidestLag = 30.0, kWidestLagOverStorage = 60.0;  // s, X-3 and S-6
inline constexpr double kLargestLag = 10.0;                               // s; beyond: fails

struct Lag {
  double seconds = 0.0;  // delay of the validated sensor after the reference
  double peak = 0.0;     // normalised cross-correlation there
  double step = 0.0;     // s, of the grid

  [[nodiscard]] bool found() const { return peak >= 0.5; }
  [[nodiscard]] bool fails() const;  // found, and more than 10 s
};

// Peak of the normalised cross-correlation of the first differences over +-widest s, refined by a
// parabola. kInvalid: as common_grid; traces that are shorter together than 3 x widest.
Result<Lag> find_lag(const PowerTrace& reference, const PowerTrace& validated,
                     double widest = kWidestLag);

struct LatencyLimits {
  double min = 0.0, max = 0.0;  // L1, L2 of S-4, s
};

// What the validated sensor's latency is from now on: lag -+ step; where no lag was found, the
// stated limits, widened around their middle to 2 s. kInvalid: limits or lag that are no finite
// numbers, or min above max.
Result<LatencyLimits> latency_after(const Lag& lag, const LatencyLimits& stated);

}  // namespace joulemark
