#include "exporter/pacing.h"

#include <algorithm>
#include <utility>

namespace joulemark {

Pacing::Pacing(Duration interval, Moments moments, std::uint64_t seed)
    : interval_(interval), moments_(moments), random_(seed) {}

MonotonicTime Pacing::next(MonotonicTime now) {
  const std::int64_t current = now.time_since_epoch() / interval_;
  const std::int64_t stratum = std::max(next_stratum_, current);
  next_stratum_ = stratum + 1;
  const MonotonicTime begin{stratum * interval_};
  if (moments_ == Moments::kPeriodic) return begin;
  std::uniform_int_distribution<std::int64_t> offset(0, interval_.count() - 1);
  return begin + Duration(offset(random_));
}

Duration Backoff::next() { return std::exchange(wait_, std::min(most_, 2 * wait_)); }

}  // namespace joulemark
