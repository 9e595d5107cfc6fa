#include "sources/dcgm_exporter/cadence.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace joulemark::dcgm_exporter {

// A change is seen up to `looked` after it happened; a mean over several hardly is.
Cadence::Cadence(Duration stated, Duration looked)
    : limit_(std::max(stated, looked) + std::max(stated, looked) / 3),
      patience_(stated + std::max(2 * looked, stated / 5)) {}

void Cadence::changed(MonotonicTime now) {
  if (!std::exchange(interrupted_, false)) intervals_[count_++ % kRemembered] = now - *last_;
  last_ = now;
}

bool Cadence::fresh(MonotonicTime now) const {
  return last_ && now - *last_ <= patience_ && !too_slow();
}

std::optional<Duration> Cadence::too_slow() const {
  if (count_ < kEnough) return std::nullopt;
  const Duration typical =
      typical_interval(std::span(intervals_).first(std::min(count_, kRemembered)));
  return typical > limit_ ? std::optional(typical) : std::nullopt;
}

Duration typical_interval(std::span<const Duration> intervals) {
  if (intervals.empty()) return Duration(0);
  std::vector<Duration> sorted(intervals.begin(), intervals.end());
  std::ranges::sort(sorted);
  const auto end = std::ranges::upper_bound(sorted, 3 * sorted[sorted.size() / 2]);
  const auto sum = std::accumulate(sorted.begin(), end, Duration(0));
  return sum / static_cast<Duration::rep>(end - sorted.begin());
}

}  // namespace joulemark::dcgm_exporter
