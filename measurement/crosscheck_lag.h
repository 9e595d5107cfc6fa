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
  // Between them lie the delays within +-10 s that cannot be told from this one: under a periodic
  // load there is one in every period. s; both `seconds` where there is no other.
  double earliest = 0.0, latest = 0.0;

  [[nodiscard]] bool found() const { return peak >= 0.5; }
  [[nodiscard]] bool fails() const;  // found, and more than 10 s
};

// Local maxima of the normalised cross-correlation of the first differences over +-widest s,
// refined by parabolas; of those that are at least 0.8 times as high as the highest the one nearest
// to no delay. kInvalid: as common_grid; traces that are shorter together than 3 x widest.
Result<Lag> find_lag(const PowerTrace& reference, const PowerTrace& validated,
                     double widest = kWidestLag);

struct LatencyLimits {
  double min = 0.0, max = 0.0;  // L1, L2 of S-4, s
};

// Whether `a` tells more than `b`: the delays in question lie closer, or else its peak is higher.
bool is_clearer(const Lag& a, const Lag& b);

// What the validated sensor's latency is from now on: earliest - step, latest + step; where no lag
// was found, the stated limits, widened around their middle to 2 s. kInvalid: limits or lag that
// are no finite numbers, or min above max.
Result<LatencyLimits> latency_after(const Lag& lag, const LatencyLimits& stated);

}  // namespace joulemark
