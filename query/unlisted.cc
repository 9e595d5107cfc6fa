#include "query/unlisted.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

namespace joulemark {
namespace {

constexpr Duration kNear = std::chrono::seconds(10);
constexpr double kStepOfRange = 0.2;  // N-0
constexpr double kStepOfPower = 0.1;  // of the largest power: less is the scatter of a steady load

struct Rates {
  std::vector<UtcTime> middle;
  std::vector<double> power;
};

void add_rates(const Series& series, Rates& out) {
  for (std::size_t i = 1; i < series.time.size(); ++i) {
    const Duration dt = series.time[i] - series.time[i - 1];
    const double power = series.kind == SeriesKind::kGauge
                             ? 0.5 * (series.value[i] + series.value[i - 1])
                             : (series.value[i] - series.value[i - 1]) / seconds(dt);
    if (dt <= Duration{0} || !(power >= 0.0)) continue;  // a reset or no number
    out.middle.push_back(series.time[i - 1] + dt / 2);
    out.power.push_back(power);
  }
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

// Signed step between the means of 10 s before and after; empty: one side is not known.
std::optional<double> step_at(const Rates& rates, UtcTime edge) {
  const auto before = mean_between(rates, edge - kNear, edge);
  const auto after = mean_between(rates, edge, edge + kNear);
  return before && after ? std::optional(*after - *before) : std::nullopt;
}

// Up at one edge and down at the other.
bool is_active(const Rates& rates, const Window& window) {
  if (rates.power.empty()) return false;
  const auto [low, high] = std::minmax_element(rates.power.begin(), rates.power.end());
  const double least = std::max(kStepOfRange * (*high - *low), kStepOfPower * *high);
  const auto first = step_at(rates, window.start);
  const auto last = step_at(rates, window.end);
  return first && last && std::abs(*first) > least && std::abs(*last) > least &&
         (*first > 0.0) != (*last > 0.0);
}

}  // namespace

std::vector<std::string> unlisted_active(const std::vector<Telemetry>& pieces,
                                         const std::set<std::string>& listed,
                                         const Window& window) {
  using Key = std::tuple<std::string, std::string, std::string>;  // node, source, sensor
  std::map<Key, Rates> sensors;
  for (const Telemetry& piece : pieces)
    for (const SensorTelemetry& sensor : piece.sensors)
      if (!listed.contains(sensor.sensor.node))
        add_rates(sensor.series,
                  sensors[{sensor.sensor.node, sensor.sensor.source, sensor.sensor.id}]);
  std::vector<std::string> out;
  for (const auto& [key, rates] : sensors)
    if ((out.empty() || out.back() != std::get<0>(key)) && is_active(rates, window))
      out.push_back(std::get<0>(key));
  return out;
}

}  // namespace joulemark
