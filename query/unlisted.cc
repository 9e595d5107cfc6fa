#include "query/unlisted.h"

#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "measurement/scope.h"
#include "query/power_rates.h"

namespace joulemark {
namespace {

constexpr Duration kNear = std::chrono::seconds(10);

// Signed step between the means of 10 s before and after; empty: one side is not known.
std::optional<double> step_at(const PowerRates& rates, UtcTime edge) {
  const auto before = mean_between(rates, edge - kNear, edge);
  const auto after = mean_between(rates, edge, edge + kNear);
  return before && after ? std::optional(*after - *before) : std::nullopt;
}

// Up at one edge and down at the other.
bool is_active(const PowerRates& rates, const Window& window) {
  if (rates.power.empty()) return false;
  const double least = least_step(rates);
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
  std::map<Key, PowerRates> sensors;
  for (const Telemetry& piece : pieces)
    for (const SensorTelemetry& sensor : piece.sensors)
      if (!listed.contains(sensor.sensor.node) && contains("node", sensor.sensor.scope))
        add_rates(sensor.series,
                  sensors[{sensor.sensor.node, sensor.sensor.source, sensor.sensor.id}]);
  std::vector<std::string> out;
  for (const auto& [key, rates] : sensors)
    if ((out.empty() || out.back() != std::get<0>(key)) && is_active(rates, window))
      out.push_back(std::get<0>(key));
  return out;
}

}  // namespace joulemark
