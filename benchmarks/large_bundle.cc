// Writes the evidence bundle of a made-up job: what benchmarks/verify_cost.py verifies.
// usage: large_bundle FILE [NODES] [SECONDS]. Every second node has an energy counter of its power
// supply, the others power that the exporter integrates; each with all the columns there are.
#include <cstdint>
#include <cstdlib>
#include <iostream>

#include "query/bundle/write_bundle.h"
#include "query/report_json.h"

namespace joulemark {
namespace {

constexpr std::int64_t kBegin = 1'796'000'000;  // s since 1970
constexpr int kBefore = 30, kAfter = 30;        // s of samples around the window

// As good as random, and the same on every machine.
class Scatter {
 public:
  explicit Scatter(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 1) {}
  double next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) / static_cast<double>(std::uint64_t{1} << 53);
  }

 private:
  std::uint64_t state_;
};

UtcTime at(double s) { return UtcTime(std::chrono::seconds(kBegin)) + from_seconds(s); }

Sensor sensor_of(const std::string& node, bool counter) {
  Sensor out;
  out.node = node;
  out.source = counter ? "redfish" : "hwmon";
  out.id = counter ? "psu-total" : "power1";
  out.scope = "node";
  out.component = Component::kNode;
  out.boundary = Boundary::kAcInput;
  out.supply = Supply::kAc;
  out.quantity = counter ? QuantityKind::kEnergy : QuantityKind::kPower;
  out.vendor = "Acme";
  out.model = "PSU 3000";
  Metrology& m = out.metrology;
  m.resolution = counter ? 0.001 : 1.0;
  m.update_interval = std::chrono::milliseconds(100);
  m.averaging = std::chrono::milliseconds(counter ? 0 : 1000);
  m.sampling_interval = std::chrono::seconds(1);
  m.accuracy.relative = 0.01;
  m.accuracy.source = AccuracySource::kDevice;
  m.accuracy.group = out.source + "/Acme/PSU 3000";
  return out;
}

void add_sample(Series& series, double t, double joules, double variance) {
  series.time.push_back(at(t));
  series.value.push_back(joules);
  series.variance.push_back(variance);
  series.uncovered.push_back(0.0);
  series.resets.push_back(0.0);
  series.start.push_back(at(-86400.0));
  series.power_min.push_back(300.0);
  series.power_max.push_back(1000.0);
}

SensorTelemetry sensor_with_samples(std::uint64_t number, int seconds_of_job) {
  const bool counter = number % 2 == 0;
  SensorTelemetry out;
  out.exporter = "gpu" + std::to_string(1000 + number) + ":11818";
  out.job = "joulemark";
  out.sensor = sensor_of("gpu" + std::to_string(1000 + number), counter);
  out.scrape_interval = 1.0;
  out.series.kind = counter ? SeriesKind::kCounter : SeriesKind::kIntegrated;
  out.series.metrology = out.sensor.metrology;
  out.series.exporter = out.exporter;
  out.series.source = out.sensor.source;
  out.series.node_scope = true;
  Scatter scatter(number);
  double joules = 1e6 * static_cast<double>(number);
  double variance = 0.0;
  for (int i = -kBefore; i < seconds_of_job + kAfter; ++i) {
    joules += 300.0 + 700.0 * scatter.next();
    variance += scatter.next();
    add_sample(out.series, i + 0.02 * scatter.next(), joules, variance);
  }
  return out;
}

int write_large(const std::string& path, int nodes, int seconds_of_job) {
  Telemetry telemetry;
  telemetry.server = {"http://127.0.0.1:9090", "prometheus", "2.42.0"};
  for (int i = 0; i < nodes; ++i) {
    telemetry.sensors.push_back(sensor_with_samples(static_cast<std::uint64_t>(i), seconds_of_job));
    telemetry.clocks.push_back({telemetry.sensors.back().exporter, 0.004, 0.002});
  }
  EvaluationRequest request;
  request.window.origin = "run";
  request.window.host = "head";
  request.window.begin = Instant{at(0.5), std::nullopt};
  request.window.end = Instant{at(seconds_of_job - 0.5), std::nullopt};
  request.window.clock = {true, 0.003, "adjtimex"};
  request.nodes_from = "every node of the server";
  auto report = evaluate(telemetry, request);
  if (!report) {
    std::cerr << report.error().message << '\n';
    return 1;
  }
  report->id = report_id(*report);
  const auto written = write_bundle(path, *report, telemetry, request);
  if (!written) std::cerr << written.error().message << '\n';
  return written ? 0 : 1;
}

}  // namespace
}  // namespace joulemark

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    std::cerr << "usage: large_bundle FILE [NODES] [SECONDS]\n";
    return 2;
  }
  const int nodes = argc > 2 ? std::atoi(argv[2]) : 100;
  const int seconds_of_job = argc > 3 ? std::atoi(argv[3]) : 3600;
  return joulemark::write_large(argv[1], nodes, seconds_of_job);
}
