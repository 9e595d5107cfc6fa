// Writes bundles of made-up telemetry, one per scenario, into a folder: what the verifiers are held
// together on. usage: write_bundles FOLDER
#include <cmath>
#include <cstdint>
#include <functional>
#include <iostream>

#include "query/bundle/write_bundle.h"
#include "query/report_json.h"
#include "tests/query/canned_reports.h"

namespace joulemark {
namespace {

// A load that steps, with some scatter; the same on every machine.
class Load {
 public:
  explicit Load(std::uint64_t seed) : state_(seed) {}
  double next(double t) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    const double scatter = static_cast<double>(state_ >> 40) / static_cast<double>(1 << 24);
    return (std::fmod(t + 1000.0, 97.0) < 53.0 ? 820.0 : 310.0) + 40.0 * scatter;
  }

 private:
  std::uint64_t state_;
};

double at(const Series& series, std::size_t i) {
  return seconds(series.time[i].time_since_epoch()) - static_cast<double>(canned::kStart);
}

// Replaces the values of a counter by those of the load.
SensorTelemetry loaded(SensorTelemetry sensor, std::uint64_t seed, double resolution = 0.001) {
  Load load(seed);
  Series& series = sensor.series;
  double joules = 0.0;
  for (std::size_t i = 0; i < series.time.size(); ++i) {
    const double power = load.next(at(series, i));
    if (i > 0) joules += power * seconds(series.time[i] - series.time[i - 1]);
    series.value[i] = std::floor(joules / resolution) * resolution;
    series.power_min[i] = 300.0;
    series.power_max[i] = 870.0;
  }
  return sensor;
}

void set_metrology(SensorTelemetry& sensor, const std::function<void(Metrology&)>& change) {
  change(sensor.sensor.metrology);
  change(sensor.series.metrology);
}

SensorTelemetry wrapping(const std::string& node) {
  SensorTelemetry out = loaded(canned::counter(canned::node(node)), 2);
  set_metrology(out, [](Metrology& m) {
    m.modulus = Joules(65532.625);
    m.ceiling = Watts(2000.0);
  });
  for (double& value : out.series.value) value = std::fmod(value, 65532.625);
  out.series.start.clear();
  return out;
}

SensorTelemetry coarse(const std::string& node) {  // tick-limited
  SensorTelemetry out = loaded(canned::counter(canned::node(node)), 3, 3600.0);
  set_metrology(out, [](Metrology& m) {
    m.resolution = 3600.0;
    m.power_max = Bound{Watts(1200.0), BoundsSource::kNameplate};
    m.power_min = Bound{Watts(100.0), BoundsSource::kDeclared};
  });
  return out;
}

SensorTelemetry stratified(const std::string& node, bool gap) {
  SensorTelemetry out = loaded(canned::periodic_power(canned::node(node)), 4);
  set_metrology(out, [](Metrology& m) {
    m.sampling = Sampling::kStratified;
    m.sampling_interval = std::chrono::milliseconds(100);
    m.update_interval = Duration{0};
    m.accuracy.distribution = Distribution::kNormalK1;
    m.accuracy.dof = 12.5;
    m.accuracy.common = 0.64;
    m.latency_max = std::chrono::milliseconds(50);
  });
  for (std::size_t i = 0; i < out.series.time.size(); ++i) {
    out.series.variance[i] = 30.0 * static_cast<double>(i) + (i % 7 == 0 ? 5.0 : 0.0);
    if (gap && at(out.series, i) > 222.0) out.series.uncovered[i] = 4.0;
  }
  return out;
}

SensorTelemetry gauge(const std::string& node, double averaging, bool gap) {
  SensorTelemetry out = canned::periodic_power(canned::node(node));
  Series& series = out.series;
  series.kind = SeriesKind::kGauge;
  Load load(5);
  Series kept = series;
  for (auto* column : {&kept.value, &kept.variance, &kept.uncovered, &kept.resets, &kept.power_min,
                       &kept.power_max})
    column->clear();
  kept.time.clear();
  kept.start.clear();
  for (std::size_t i = 0; i < series.time.size(); ++i) {
    const double t = at(series, i);
    const double power = load.next(t);
    if (gap && t > 300.0 && t < 340.0) continue;
    kept.time.push_back(series.time[i]);
    kept.value.push_back(power);
  }
  series = std::move(kept);
  set_metrology(out, [&](Metrology& m) {
    m.averaging = from_seconds(averaging);
    m.update_interval = from_seconds(averaging > 0 ? averaging : 0.1);
    m.rounding = Rounding::kFloor;
    m.sampling_interval.reset();
  });
  return out;
}

SensorTelemetry counter_of(const std::string& node, std::uint64_t seed) {
  return loaded(canned::counter(canned::node(node)), seed);
}

constexpr const char* kPlanOfScenario = R"(schema: joulemark.plan/1
name: with a plan
members:
  - {nodes: "a,b", role: decode, supply: ac, cooling: air}
allocation: {evidence: slurm, job: "7", file: job.json}
bounds: [{nodes: "a,b", p_min: {watts: 100, source: measured_idle}, p_max: {watts: 2000, source: nameplate}}]
accuracy: [{vendor: Acme, model: PSU 3000, ratio: 0.02, datasheet: psu.txt}]
shared: [{name: leaf, kind: switch, model: SW9, max_watts: 300, ports_used: 2, ports_total: 64}]
clock: {bound_seconds: 0.05}
)";

std::optional<PreparedPlan> plan_of_scenario() {
  auto plan = prepare_plan(
      {"plan.yaml",
       kPlanOfScenario,
       {{"job.json", R"({"jobs":[{"job_id":7,"nodes":"a,b"}]})"}, {"psu.txt", "a data sheet"}}});
  if (!plan) {
    std::cerr << plan.error().message << '\n';
    return std::nullopt;
  }
  return std::move(*plan);
}

struct Scenario {
  std::string name;
  Telemetry telemetry;
  EvaluationRequest request = canned::request();
};

std::vector<Scenario> scenarios() {
  std::vector<Scenario> out;
  const auto add = [&](const std::string& name, std::vector<SensorTelemetry> sensors) -> Scenario& {
    return out.emplace_back(Scenario{name, canned::telemetry(std::move(sensors))});
  };
  add("counter", {counter_of("a", 1)});
  add("wrap", {wrapping("a")});
  add("reset", {canned::with_resets(counter_of("a", 6), 1)});
  add("tick", {coarse("a")});
  add("integrated", {stratified("a", false), stratified("b", true)});
  add("alias", {loaded(canned::periodic_power(canned::node("a")), 7)});
  add("gauge", {gauge("a", 1.0, false), gauge("b", 0.0, true)});
  add("refused", {canned::with_resets(counter_of("a", 8), 3), counter_of("b", 9)});
  add("covers", canned::with_second_cover("a"));
  Scenario& missing = add("missing", {counter_of("a", 10), counter_of("b", 11), wrapping("c")});
  missing.request = canned::request({"c", "a", "gone", "b"});
  missing.request.others = {canned::telemetry({counter_of("x", 12)}),
                            canned::telemetry({counter_of("x", 13)})};
  SensorTelemetry unstated = stratified("b", true);
  set_metrology(unstated, [](Metrology& m) { m.accuracy = {}; });
  add("plan", {coarse("a"), std::move(unstated)}).request.plan = plan_of_scenario();
  // Two machines behind one exporter, whose sensors have the same names.
  SensorTelemetry neighbour = counter_of("b", 17);
  neighbour.exporter = neighbour.series.exporter = "a:11818";
  add("one_exporter", {counter_of("a", 16), std::move(neighbour)}).request.plan =
      plan_of_scenario();
  Scenario& clocks = add("clocks", {counter_of("a", 14), counter_of("b", 15), coarse("c")});
  clocks.telemetry.clocks[0] = {"a:11818", std::nullopt, 0.031};
  clocks.telemetry.clocks[1] = {"b:11818", std::nullopt, std::nullopt};
  clocks.telemetry.clocks[2] = {"c:11818", 3.0, std::nullopt};
  clocks.telemetry.sensors[1].metadata_changed = true;
  clocks.telemetry.sensors[1].sensor.simulated = true;
  return out;
}

int write_all(const std::string& folder) {
  for (const Scenario& scenario : scenarios()) {
    auto report = evaluate(scenario.telemetry, scenario.request);
    if (!report) {
      std::cerr << scenario.name << ": " << report.error().message << '\n';
      return 1;
    }
    report->id = report_id(*report);
    const auto written = write_bundle(folder + "/" + scenario.name + ".jm.tar.zst", *report,
                                      scenario.telemetry, scenario.request);
    if (!written) {
      std::cerr << written.error().message << '\n';
      return 1;
    }
  }
  return 0;
}

}  // namespace
}  // namespace joulemark

int main(int argc, char** argv) {
  if (argc == 2) return joulemark::write_all(argv[1]);
  std::cerr << "usage: write_bundles FOLDER\n";
  return 2;
}
