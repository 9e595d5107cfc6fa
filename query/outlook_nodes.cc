#include "query/outlook_nodes.h"

#include <algorithm>
#include <map>

namespace joulemark {
namespace {

constexpr double kLateScrapes = 3.0;  // METHOD G-6: more than three steps without data is a gap

// Between the samples of one sensor, and what its exporter itself missed.
double gaps_of(const SensorTelemetry& sensor, UtcTime from, UtcTime to) {
  const Series& series = sensor.series;
  double out = 0.0;
  for (std::size_t i = 1; i < series.time.size(); ++i) {
    if (series.time[i] < from || series.time[i - 1] > to) continue;
    const double step = seconds(series.time[i] - series.time[i - 1]);
    double gap = step > kLateScrapes * sensor.scrape_interval ? step - sensor.scrape_interval : 0.0;
    if (series.uncovered.size() == series.time.size())  // the same time, seen from the other side
      gap = std::max(gap, series.uncovered[i] - series.uncovered[i - 1]);
    out += gap;
  }
  return out;
}

bool counted(const NodeReport& node, const SensorTelemetry& sensor) {
  return std::any_of(node.series.begin(), node.series.end(), [&](const SeriesReport& series) {
    return series.role == MemberRole::kCounted && series.source == sensor.sensor.source &&
           series.sensor == sensor.sensor.id;
  });
}

// The largest of all; what is not known of one is not known of the node.
std::optional<double> largest(const std::vector<std::optional<double>>& values) {
  std::optional<double> out;
  for (const auto& value : values) {
    if (!value) return std::nullopt;
    out = std::max(out.value_or(*value), *value);
  }
  return out;
}

std::optional<double> native_interval(const SensorTelemetry& sensor) {
  const auto& interval = sensor.sensor.metrology.update_interval;
  return interval ? std::optional(seconds(*interval)) : std::nullopt;
}

double watched(const std::vector<const SensorTelemetry*>& sensors, UtcTime from, UtcTime to) {
  double out = 0.0;
  for (const SensorTelemetry* sensor : sensors) {
    if (sensor->series.time.empty()) continue;
    out = std::max(out, seconds(std::min(to, sensor->series.time.back()) -
                                std::max(from, sensor->series.time.front())));
  }
  return out;
}

using Clocks = std::map<std::string, std::optional<double>>;  // by exporter, s

NodeOutlook outlook_of(const NodeReport& node, const std::vector<const SensorTelemetry*>& sensors,
                       const Clocks& clocks, UtcTime now) {
  NodeOutlook out{.node = node.node, .native_interval = {}, .clock_bound = {}};
  std::vector<std::optional<double>> intervals;
  std::vector<std::optional<double>> bounds;
  for (const SensorTelemetry* sensor : sensors) {
    if (node.status == NodeReport::Status::kOk && !counted(node, *sensor)) continue;
    intervals.push_back(native_interval(*sensor));
    const auto clock = clocks.find(sensor->exporter);
    bounds.push_back(clock == clocks.end() ? std::nullopt : clock->second);
    out.scrape_interval = std::max(out.scrape_interval, sensor->scrape_interval);
    out.gaps = std::max(out.gaps, gaps_of(*sensor, now - kLookBack, now));
  }
  out.native_interval = largest(intervals);
  out.clock_bound = largest(bounds);
  out.watched = watched(sensors, now - kLookBack, now);
  return out;
}

}  // namespace

std::vector<NodeOutlook> node_outlooks(const Report& report, const Telemetry& telemetry,
                                       UtcTime now) {
  std::map<std::string, std::vector<const SensorTelemetry*>> sensors;
  for (const SensorTelemetry& sensor : telemetry.sensors)
    sensors[sensor.sensor.node].push_back(&sensor);
  Clocks clocks;
  for (const ClockEvidence& clock : telemetry.clocks) clocks[clock.host] = clock.bound();
  std::vector<NodeOutlook> out;
  for (const NodeReport& node : report.nodes)
    out.push_back(outlook_of(node, sensors[node.node], clocks, now));
  return out;
}

}  // namespace joulemark
