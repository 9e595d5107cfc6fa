#include "query/unlisted.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace joulemark {
namespace {

constexpr Duration kNear = std::chrono::seconds(10);
constexpr double kStep = 0.2;  // of the range

struct Rates {
  std::vector<UtcTime> middle;
  std::vector<double> power;
};

Rates rates_of(const Series& series) {
  Rates out;
  for (std::size_t i = 1; i < series.time.size(); ++i) {
    const Duration dt = series.time[i] - series.time[i - 1];
    const double power = series.kind == SeriesKind::kGauge
                             ? 0.5 * (series.value[i] + series.value[i - 1])
                             : (series.value[i] - series.value[i - 1]) / seconds(dt);
    if (dt <= Duration{0} || !(power >= 0.0)) continue;  // a reset or no number
    out.middle.push_back(series.time[i - 1] + dt / 2);
    out.power.push_back(power);
  }
  return out;
}

std::optional<double> mean_between(const Rates& rates, UtcTime from, UtcTime to) {
  double sum = 0.0;
  std::size_t n = 0;
  for (std::size_t i = 0; i < rates.power.size(); ++i) {
    if (rates.middle[i] < from || rates.middle[i] >= to) continue;
    sum += rates.power[i];
    ++n;
  }
  return n == 0 ? std::nullopt : std::optional(sum / static_cast<double>(n));
}

bool steps_at(const Rates& rates, UtcTime edge, double range) {
  const auto before = mean_between(rates, edge - kNear, edge);
  const auto after = mean_between(rates, edge, edge + kNear);
  return before && after && std::abs(*after - *before) > kStep * range;
}

bool is_active(const Series& series, const Window& window) {
  const Rates rates = rates_of(series);
  if (rates.power.empty()) return false;
  const auto [low, high] = std::minmax_element(rates.power.begin(), rates.power.end());
  const double range = *high - *low;
  return range > 0.0 && steps_at(rates, window.start, range) && steps_at(rates, window.end, range);
}

}  // namespace

std::vector<std::string> unlisted_active(const Telemetry& telemetry,
                                         const std::set<std::string>& listed,
                                         const Window& window) {
  std::vector<std::string> out;
  for (const SensorTelemetry& sensor : telemetry.sensors) {
    const std::string& node = sensor.sensor.node;
    if (listed.contains(node) || (!out.empty() && out.back() == node)) continue;
    if (is_active(sensor.series, window)) out.push_back(node);
  }
  return out;
}

}  // namespace joulemark
