// How often values change, held against how often they are said to be collected. A page repeats the
// last value that was collected, and an exporter whose collector stands still repeats it for ever.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "core/units.h"

namespace joulemark::dcgm_exporter {

class Cadence {
 public:
  // stated: the interval of the collector; looked: that at which the page is asked for.
  Cadence(Duration stated, Duration looked);

  // The value was another one at `now`.
  void changed(MonotonicTime now);
  // Nobody looked for a while: what lies on both sides of it says nothing about the interval.
  void interrupted() { interrupted_ = true; }

  // A value is at most so old as is said. Not before the first change: nobody knows how old a value
  // is that was there from the beginning.
  [[nodiscard]] bool fresh(MonotonicTime now) const;
  // The interval at which values really change, where that is longer than it may be; that they
  // stood still once is left out. Empty: it is not, or fewer than five intervals were seen.
  [[nodiscard]] std::optional<Duration> too_slow() const;
  [[nodiscard]] std::optional<MonotonicTime> last() const { return last_; }
  // A value that stands still for longer than this is too old.
  [[nodiscard]] Duration patience() const { return patience_; }

 private:
  static constexpr std::size_t kRemembered = 8, kEnough = 5;

  Duration limit_;  // of the typical interval
  Duration patience_;
  std::optional<MonotonicTime> last_;
  bool interrupted_ = true;
  std::array<Duration, kRemembered> intervals_{};  // the last ones, a ring
  std::size_t count_ = 0;                          // of all
};

// The mean of those that are at most three times the median. Zero for none.
Duration typical_interval(std::span<const Duration> intervals);

}  // namespace joulemark::dcgm_exporter
