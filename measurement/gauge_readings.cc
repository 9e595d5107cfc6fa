#include "measurement/gauge_readings.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace joulemark {
namespace {

// At scope node, 0 W or less than half of the measured idle power is no reading (G-1).
bool implausible(const Series& series, double power) {
  if (!series.node_scope) return false;
  const auto& idle = series.metrology.power_min;
  const bool measured = idle && idle->source == BoundsSource::kMeasuredIdle;
  return power <= 0.0 || (measured && power < 0.5 * idle->watts.value());
}

}  // namespace

GaugeReadings gauge_readings(const Series& series, UtcTime origin, Codes& codes) {
  GaugeReadings out;
  out.time.reserve(series.time.size());
  out.power.reserve(series.time.size());
  for (std::size_t i = 0; i < series.time.size(); ++i) {
    const double power = series.value[i];
    if (!std::isfinite(power) || power < 0.0) continue;
    if (implausible(series, power)) {
      codes.insert(Code::kImplausible);
      continue;
    }
    const double time = seconds_since(origin, series.time[i]);
    if (!out.time.empty() && !(time - out.time.back() > kTimeTolerance)) continue;
    out.time.push_back(time);
    out.power.push_back(power);
  }
  return out;
}

InsideReadings inside_readings(GaugeReadings& readings, const Metrology& metrology,
                               const Timing& timing, double duration) {
  for (double& time : readings.time) time -= timing.shift();
  if (metrology.rounding == Rounding::kFloor)
    for (double& power : readings.power) power += 0.5 * metrology.resolution;

  const auto& time = readings.time;
  const double earliest = timing.guard() - kTimeTolerance;
  const double latest = duration - timing.guard() + kTimeTolerance;
  const auto first = std::lower_bound(time.begin(), time.end(), earliest);
  const auto end = std::upper_bound(first, time.end(), latest);
  const auto offset = static_cast<std::size_t>(first - time.begin());
  const auto count = static_cast<std::size_t>(end - first);
  return {std::span(time).subspan(offset, count), std::span(readings.power).subspan(offset, count)};
}

}  // namespace joulemark
