#include "measurement/timing.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace joulemark {
namespace {

constexpr double kEnough = 0.95;  // share of a step, or of W, that counts as all of it (G-7)

}  // namespace

Timing timing_of(const Metrology& metrology, double interval) {
  Timing out;
  out.averaging = seconds(metrology.averaging);
  out.observed = metrology.observed_ratio;
  out.interval = interval;
  out.update_known = metrology.update_interval.has_value();
  out.update = out.update_known ? seconds(*metrology.update_interval) : std::max(interval, 1.0);
  out.unstamped = metrology.time_stamp == TimeStamp::kDevice ? 0.0 : out.update;
  out.latency_mid = 0.5 * (seconds(metrology.latency_min) + seconds(metrology.latency_max));
  out.latency_half = 0.5 * (seconds(metrology.latency_max) - seconds(metrology.latency_min));
  out.step = std::max(interval, out.update);

  const bool sees_all = out.update_known && out.observed >= kEnough;
  out.contiguous = sees_all && out.averaging > 0.0 && out.averaging >= kEnough * out.step;
  out.alias_safe = sees_all && metrology.sampling == Sampling::kStratified &&
                   (out.update == 0.0 || out.averaging >= kEnough * out.update);
  return out;
}

double seconds_since(UtcTime origin, UtcTime time) {
  const std::int64_t from = origin.time_since_epoch().count();
  const std::int64_t to = time.time_since_epoch().count();
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(to, from, &difference))
    difference = to < from ? std::numeric_limits<std::int64_t>::min()
                           : std::numeric_limits<std::int64_t>::max();
  return seconds(Duration(difference));
}

}  // namespace joulemark
