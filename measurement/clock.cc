#include "measurement/clock.h"

#include <algorithm>
#include <cmath>

namespace joulemark {
namespace {

bool measured(std::optional<double> bound) {
  return bound && std::isfinite(*bound) && *bound >= 0.0;
}

}  // namespace

ClockBound clock_bound(std::span<const std::optional<double>> hosts,
                       std::optional<double> window_host) {
  double largest = 0.0;
  bool all_measured = !hosts.empty() && measured(window_host);
  for (const std::optional<double>& host : hosts) {
    if (measured(host))
      largest = std::max(largest, *host);
    else
      all_measured = false;
  }
  ClockBound bound;
  bound.delta = largest + (measured(window_host) ? *window_host : 0.0);
  if (!all_measured) {
    bound.delta = std::max(bound.delta, kUnmeasuredClockBound);
    bound.codes.insert(Code::kClockUnmeasured);
  }
  return bound;
}

}  // namespace joulemark
