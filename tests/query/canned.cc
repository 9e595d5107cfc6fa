#include "tests/query/canned.h"

#include <algorithm>
#include <set>

namespace joulemark::canned {
namespace {

UtcTime at(double s) { return UtcTime(std::chrono::seconds(kStart)) + from_seconds(s); }

Sensor sensor_of(const CounterSpec& spec, QuantityKind quantity) {
  Sensor out;
  out.node = spec.node;
  out.source = spec.source;
  out.id = spec.id;
  out.scope = spec.scope;
  out.component = spec.component;
  out.boundary = spec.boundary;
  out.supply = spec.supply;
  out.quantity = quantity;
  out.vendor = "Acme";
  out.model = "PSU 3000";
  out.simulated = spec.simulated;
  out.metrology.accuracy.relative = spec.accuracy;
  out.metrology.accuracy.source = spec.accuracy_source;
  out.metrology.accuracy.group = spec.source + "/Acme/PSU 3000";
  return out;
}

SensorTelemetry sampled(const CounterSpec& spec, Sensor sensor, SeriesKind kind) {
  SensorTelemetry out;
  out.exporter = spec.exporter;
  out.job = "joulemark";
  out.scrape_interval = spec.interval;
  Series& series = out.series;
  series.kind = kind;
  series.metrology = sensor.metrology;
  series.exporter = spec.exporter;
  series.source = spec.source;
  series.node_scope = spec.scope == "node";
  for (double t = spec.from; t <= spec.to; t += spec.interval) {
    series.time.push_back(at(t));
    series.value.push_back(spec.watts * (t - spec.from));
    series.uncovered.push_back(0.0);
    series.resets.push_back(0.0);
    series.start.push_back(at(-3600.0));
    series.power_min.push_back(0.9 * spec.watts);
    series.power_max.push_back(1.1 * spec.watts);
  }
  out.sensor = std::move(sensor);
  return out;
}

}  // namespace

SensorTelemetry counter(const CounterSpec& spec) {
  Sensor sensor = sensor_of(spec, QuantityKind::kEnergy);
  sensor.metrology.resolution = 0.001;
  sensor.metrology.update_interval = std::chrono::milliseconds(100);
  return sampled(spec, std::move(sensor), SeriesKind::kCounter);
}

SensorTelemetry periodic_power(const CounterSpec& spec) {
  Sensor sensor = sensor_of(spec, QuantityKind::kPower);
  sensor.metrology.resolution = 1.0;
  sensor.metrology.update_interval = std::chrono::milliseconds(100);
  sensor.metrology.sampling_interval = std::chrono::seconds(1);
  SensorTelemetry out = sampled(spec, std::move(sensor), SeriesKind::kIntegrated);
  for (std::size_t i = 0; i < out.series.time.size(); ++i)
    out.series.variance.push_back(2.0 * static_cast<double>(i));
  return out;
}

SensorTelemetry gauge(const CounterSpec& spec, double (*shape)(double)) {
  Sensor sensor = sensor_of(spec, QuantityKind::kPower);
  sensor.metrology.resolution = 0.1;
  sensor.metrology.update_interval = std::chrono::seconds(1);
  sensor.metrology.averaging = std::chrono::seconds(1);
  sensor.metrology.power_min = Bound{Watts(0.5 * spec.watts), BoundsSource::kDevice};
  sensor.metrology.power_max = Bound{Watts(1.5 * spec.watts), BoundsSource::kDevice};
  SensorTelemetry out = sampled(spec, std::move(sensor), SeriesKind::kGauge);
  Series& series = out.series;
  for (std::size_t i = 0; i < series.time.size(); ++i)
    series.value[i] = spec.watts * shape(seconds(series.time[i] - at(0.0)));
  series.uncovered.clear();
  series.resets.clear();
  series.start.clear();
  return out;
}

SensorTelemetry with_resets(SensorTelemetry sensor, int resets) {
  Series& series = sensor.series;
  for (int k = 1; k <= resets; ++k) {
    const std::size_t first = 100 + 100 * static_cast<std::size_t>(k);
    const double lost = series.value[first];
    for (std::size_t i = first; i < series.value.size(); ++i) {
      series.value[i] -= lost;
      series.start[i] = series.time[first];
    }
  }
  return sensor;
}

Telemetry telemetry(std::vector<SensorTelemetry> sensors) {
  Telemetry out;
  out.server = {"http://127.0.0.1:9090", "prometheus", "2.42.0"};
  std::set<std::string> exporters;
  for (const SensorTelemetry& sensor : sensors) exporters.insert(sensor.exporter);
  for (const std::string& exporter : exporters) out.clocks.push_back({exporter, 0.004, 0.002});
  std::stable_sort(sensors.begin(), sensors.end(), [](const auto& a, const auto& b) {
    return std::tie(a.sensor.node, a.sensor.source, a.sensor.id) <
           std::tie(b.sensor.node, b.sensor.source, b.sensor.id);
  });
  out.sensors = std::move(sensors);
  return out;
}

WindowRecord window(double start, double end) {
  WindowRecord out;
  out.origin = "mark";
  out.host = "head";
  out.boot_id = "00000000-0000-0000-0000-000000000001";
  out.begin = Instant{at(start), MonotonicTime(from_seconds(1000.0 + start))};
  out.end = Instant{at(end), MonotonicTime(from_seconds(1000.0 + end))};
  out.clock = {true, 0.003, "adjtimex"};
  return out;
}

EvaluationRequest request(std::vector<std::string> nodes) {
  EvaluationRequest out;
  out.window = window();
  out.nodes_from = "every node of the server";
  if (nodes.empty()) return out;
  out.nodes = std::move(nodes);
  out.nodes_from = "typed list";
  return out;
}

}  // namespace joulemark::canned
