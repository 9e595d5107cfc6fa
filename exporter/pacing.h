// When to read next. Time is cut into strata [k h, (k+1) h) of the monotonic clock; each gets one
// read: at its beginning, or at a uniformly random moment in it (METHOD I-1: unbiased for any
// load).
#pragma once

#include <cstdint>
#include <random>

#include "core/units.h"

namespace joulemark {

enum class Moments { kPeriodic, kRandom };

class Pacing {
 public:
  // interval > 0
  Pacing(Duration interval, Moments moments, std::uint64_t seed);

  // The moment for the next stratum not yet used that has not ended at `now`; it lies in the past
  // if the last read lasted longer. Strata that have ended are skipped, never made up for.
  MonotonicTime next(MonotonicTime now);
  [[nodiscard]] Duration interval() const { return interval_; }

 private:
  Duration interval_;
  Moments moments_;
  std::mt19937_64 random_;
  std::int64_t next_stratum_ = 0;
};

// Waits that double from `first` up to `most` until reset.
class Backoff {
 public:
  Backoff(Duration first, Duration most) : first_(first), most_(most), wait_(first) {}
  Duration next();
  void reset() { wait_ = first_; }

 private:
  Duration first_, most_, wait_;
};

}  // namespace joulemark
