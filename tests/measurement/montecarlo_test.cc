// Does E +- U hold the truth? Loads of known energy, sensors and scrapes of many kinds, 400 trials
// each with fixed seeds; each once with the sensor's errors and once without, so that a generous
// gain cannot hide an edge that is too narrow. Prints one line per scenario.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "measurement/total.h"
#include "measurement/window_energy.h"
#include "tests/measurement/simulation.h"

namespace joulemark {
namespace {

using namespace simulation;  // NOLINT(google-build-using-namespace): a test of nothing else

constexpr int kTrials = kSanitized ? 20 : 400;
constexpr double kCoverage = kSanitized ? 0.80 : 0.94;
constexpr double kMostRefused = 0.05;  // or a refusal of the hard cases would pass for coverage
constexpr double kDelta = 0.05;        // s, S-5

enum class Trouble { kNone, kGap, kRestart };

struct Scenario {
  std::string name;
  LoadModel load;
  SensorModel sensor;
  double duration = 61.7;  // s; no period, scrape or window divides another
  Trouble trouble = Trouble::kNone;
  int nodes = 1;
  bool one_read_pass = false;  // the sensors share the moments of their readings
};

void PrintTo(const Scenario& scenario, std::ostream* out) { *out << scenario.name; }

struct Outcome {
  bool refused = false, alias = false;
  double error = 0.0, U = 0.0;  // relative to the truth
  [[nodiscard]] bool holds() const { return std::fabs(error) <= U + 1e-12; }
};

// Reproducible and different for each scenario: FNV-1a of its name.
std::uint64_t seed_of(const std::string& name) {
  std::uint64_t hash = 14695981039346656037ull;
  for (char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return hash;
}

Events draw_events(const Scenario& scenario, Random& random) {
  Events events;
  const double D = scenario.duration;
  if (scenario.trouble == Trouble::kGap) {
    const double begin = uniform(random, 5.0, 0.8 * D);
    events.gap = Outage{begin, begin + uniform(random, 3.5, std::max(4.0, 0.1 * D))};
  } else if (scenario.trouble == Trouble::kRestart) {
    const double begin = uniform(random, 5.0, 0.7 * D);
    events.restart = Outage{begin, begin + uniform(random, 2.0, 0.06 * D)};
    events.hidden_after_restart = uniform(random, 0.0, 0.05 * D);
  }
  return events;
}

// Nodes of one model, on one load: nothing averages out that has one cause.
Outcome trial(const Scenario& scenario, Random& random) {
  const SensorModel& sensor = scenario.sensor;
  const double D = scenario.duration;
  const Load load = make_load(scenario.load, D, random);
  const Events events = draw_events(scenario, random);
  const Unit unit = draw_unit(sensor, random);
  const double clock_offset = uniform(random, -kDelta, kDelta);
  std::vector<double> moments = reading_moments(sensor, D, random);
  std::vector<SeriesEnergy> parts;
  for (int node = 0; node < scenario.nodes; ++node) {
    if (node > 0 && !scenario.one_read_pass) moments = reading_moments(sensor, D, random);
    Series series = observe(load, sensor, unit, moments, D, clock_offset, events, random);
    series.exporter = scenario.one_read_pass ? "exporter" : "exporter" + std::to_string(node);
    parts.push_back(window_energy(series, {utc(0.0), utc(D)}, kDelta));
  }
  const Total total = sum(parts);
  if (total.status != Total::Status::kComplete) return {.refused = true};
  const double truth = scenario.nodes * (load.energy(D) - load.energy(0.0));
  return {.alias = total.codes.contains(Code::kAliasRisk),
          .error = (total.energy - truth) / truth,
          .U = total.headline_U / truth};
}

struct Result {
  double coverage = 0.0, refused = 0.0, alias = 0.0;
  double bias = 0.0, error95 = 0.0, U = 0.0;  // relative
};

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  const auto nth =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

Result run(const Scenario& scenario) {
  Random random(seed_of(scenario.name));
  Result result;
  std::vector<double> errors, uncertainties;
  int held = 0;
  for (int i = 0; i < kTrials; ++i) {
    const Outcome outcome = trial(scenario, random);
    if (outcome.refused) continue;
    held += outcome.holds() ? 1 : 0;
    result.alias += outcome.alias ? 1.0 : 0.0;
    result.bias += outcome.error;
    errors.push_back(std::fabs(outcome.error));
    uncertainties.push_back(outcome.U);
  }
  const double n = static_cast<double>(std::max<std::size_t>(1, errors.size()));
  result.coverage = held / n;
  result.alias /= n;
  result.bias /= n;
  result.refused = 1.0 - static_cast<double>(errors.size()) / kTrials;
  result.error95 = quantile(errors, 0.95);
  result.U = quantile(uncertainties, 0.5);
  return result;
}

void print_header() {
  std::printf("%-64s %8s %8s %9s %9s %8s %6s\n", "scenario", "cover %", "bias %", "err95 %", "U %",
              "refused", "alias");
}

void print_row(const Scenario& scenario, const Result& r) {
  std::printf("%-64s %8.1f %+8.3f %9.3f %9.3f %8.2f %6.2f\n", scenario.name.c_str(),
              100 * r.coverage, 100 * r.bias, 100 * r.error95, 100 * r.U, r.refused, r.alias);
  std::fflush(stdout);
}

SensorModel gauge() { return {.kind = SeriesKind::kGauge, .resolution = 1.0, .evidence = true}; }

SensorModel average(double window, double interval) {
  SensorModel s = gauge();
  s.averaging = window;
  s.reading_interval = s.scrape_interval = interval;
  return s;
}

SensorModel random_readings(double interval) {
  SensorModel s = gauge();
  s.stratified = true;
  s.reading_interval = s.scrape_interval = interval;
  return s;
}

SensorModel locked_readings() {
  SensorModel s = random_readings(1.0);
  s.stratified = false;
  return s;
}

// One second held, late by up to half a second, truncated to 4 W.
SensorModel bmc() {
  SensorModel s = average(1.0, 1.0);
  s.hold = 1.0;
  s.latency_max = 0.5;
  s.resolution = 4.0;
  s.floor = true;
  s.gain = 0.05;
  s.offset = 10.0;
  return s;
}

SensorModel pdu() {
  SensorModel s = average(3.0, 3.0);
  s.hold = 3.0;
  return s;
}

// A device's counter as some exporter passes it on, without reading times.
SensorModel raw_counter(double resolution, double hold, double interval) {
  SensorModel s = gauge();
  s.kind = SeriesKind::kCounter;
  s.resolution = resolution;
  s.hold = hold;
  s.reading_interval = s.scrape_interval = interval;
  s.evidence = false;
  return s;
}

SensorModel rapl_passed_on() {
  SensorModel s = raw_counter(61e-6, 0.001, 5.0);
  s.modulus = 16384.0;  // wraps every quarter of a minute, and in most windows
  return s;
}

SensorModel on_page(SensorModel s, double interval, double scrape) {
  s.page = true;
  s.evidence = false;
  s.reading_interval = interval;
  s.scrape_interval = scrape;
  return s;
}

SensorModel counter_on_page(double scrape) {
  SensorModel s = on_page(raw_counter(1e-3, 0.001, 0.1), 0.1, scrape);
  s.modulus = 65536.0;
  return s;
}

SensorModel without_extremes(SensorModel s) {
  s.extremes = false;
  return s;
}

SensorModel integrated(SensorModel s, double interval, double scrape) {
  s = on_page(std::move(s), interval, scrape);
  s.kind = SeriesKind::kIntegrated;
  s.resolution = 0.0;
  return s;
}

SensorModel integrated_random(double scrape) {
  return integrated(random_readings(0.1), 0.1, scrape);
}

// Ten readings of every held value, and nobody knows it: bounds of the plan are the only help.
SensorModel of_unknown_update() {
  SensorModel s = integrated_random(1.0);
  s.hold = 1.0;
  s.update_known = false;
  s.evidence = true;
  return s;
}

std::vector<Scenario> with_errors() {
  const LoadModel constant{Shape::kConstant}, ramp{Shape::kRamp}, bursts{Shape::kBursts},
      training{Shape::kTraining}, serving{Shape::kServing};
  const auto pulses = [](double period) { return LoadModel{Shape::kPulses, period}; };
  return {
      {"gauge: 1 s averages, bursts", bursts, average(1.0, 1.0)},
      {"gauge: 1 s averages at 0.5 s, constant", constant, average(1.0, 0.5)},
      {"gauge: random readings at 1 s, 0.73 s pulses", pulses(0.73), random_readings(1.0), 307.3},
      {"gauge: random readings at 0.1 s, training", training, random_readings(0.1)},
      {"gauge: periodic readings, beating pulses", pulses(1.0013), locked_readings(), 307.3},
      {"gauge: BMC 1 s held, late, truncated, training", training, bmc()},
      {"gauge: PDU 3 s, serving", serving, pdu(), 307.3},
      {"gauge: 1 s averages with a gap, 7.3 s pulses", pulses(7.3), average(1.0, 1.0), 307.3,
       Trouble::kGap},
      {"counter: foreign, 5 s, 7.3 s pulses", pulses(7.3), raw_counter(1.0, 0.1, 5.0)},
      {"counter: foreign, wraps, 5 s, bursts", bursts, rapl_passed_on()},
      {"counter: foreign, 1 Wh, 5 s, serving", serving, raw_counter(3600.0, 1.0, 5.0), 307.3},
      {"counter: foreign, 10 Wh, 5 s, ramp", ramp, raw_counter(36e3, 1.0, 5.0), 607.3},
      {"counter: page, 1 s, 1.37 s pulses", pulses(1.37), counter_on_page(1.0)},
      {"counter: page, 5 s, 7.3 s pulses", pulses(7.3), counter_on_page(5.0)},
      {"counter: page, 5 s, 21 s window, bursts", bursts, counter_on_page(5.0), 21.3},
      {"counter: page without extremes, 5 s, training", training,
       without_extremes(counter_on_page(5.0))},
      {"counter: page, restart in a scrape hole, bursts", bursts, counter_on_page(5.0), 307.3,
       Trouble::kRestart},
      {"integrated: random at 10 Hz, 1 s, 0.173 s pulses", pulses(0.173), integrated_random(1.0)},
      {"integrated: random at 10 Hz, 5 s, 1.37 s pulses", pulses(1.37), integrated_random(5.0)},
      {"integrated: random at 10 Hz, 5 s, 21 s window, ramp", ramp, integrated_random(5.0), 21.3},
      {"integrated: random at 10 Hz, 1 s, training", training, integrated_random(1.0)},
      {"integrated: 1 s averages, 5 s, bursts", bursts, integrated(average(1.0, 1.0), 1.0, 5.0)},
      {"integrated: BMC held, late, 1 s, 7.3 s pulses", pulses(7.3), integrated(bmc(), 1.0, 1.0)},
      {"integrated: random at 10 Hz with a gap, serving", serving, integrated_random(5.0), 307.3,
       Trouble::kGap},
      {"integrated: restart in a scrape hole, serving", serving, integrated_random(5.0), 307.3,
       Trouble::kRestart},
      {"integrated: unknown update, 1 s, 1.37 s pulses", pulses(1.37), of_unknown_update()},
      {"16 nodes: 1 s averages, common outage, 37 s pulses", pulses(37.3), average(1.0, 1.0), 307.3,
       Trouble::kGap, 16},
      {"16 nodes: integrated, 5 s, common outage, 37 s pulses", pulses(37.3),
       integrated(average(1.0, 1.0), 1.0, 5.0), 307.3, Trouble::kGap, 16},
      {"16 nodes: counters, 5 s, 7.3 s pulses", pulses(7.3), counter_on_page(5.0), 61.7,
       Trouble::kNone, 16},
      {"8 sensors in one read pass, 0.173 s pulses", pulses(0.173), integrated_random(1.0), 61.7,
       Trouble::kNone, 8, true},
  };
}

std::vector<Scenario> scenarios() {
  std::vector<Scenario> all;
  for (const Scenario& scenario : with_errors()) {
    all.push_back(scenario);
    all.push_back(scenario);
    all.back().name += " (perfect)";
    all.back().sensor = perfect(scenario.sensor);
  }
  return all;
}

class MonteCarlo : public ::testing::TestWithParam<Scenario> {
 protected:
  static void SetUpTestSuite() { print_header(); }
};

TEST_P(MonteCarlo, TheTruthLiesWithinTheStatedUncertainty) {
  const Result result = run(GetParam());
  print_row(GetParam(), result);
  EXPECT_GE(result.coverage, kCoverage);
  EXPECT_LE(result.refused, kMostRefused);
}

std::string test_name(const ::testing::TestParamInfo<Scenario>& info) {
  std::string name = std::to_string(info.index) + "_";
  for (char c : info.param.name) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Scenarios, MonteCarlo, ::testing::ValuesIn(scenarios()), test_name);

// The test itself must be able to fail: budgets that lack what METHOD puts in do not cover.
using Spoil = std::function<void(Budget&)>;

double coverage_of_spoilt_budgets(const Scenario& scenario, const Spoil& spoil) {
  Random random(seed_of(scenario.name));
  int held = 0;
  for (int i = 0; i < kTrials; ++i) {
    const double D = scenario.duration;
    const Load load = make_load(scenario.load, D, random);
    const Events events = draw_events(scenario, random);
    const double clock_offset = uniform(random, -kDelta, kDelta);
    double error = 0.0;
    Budget budget;
    for (int node = 0; node < scenario.nodes; ++node) {
      const auto moments = reading_moments(scenario.sensor, D, random);
      const Series series =
          observe(load, scenario.sensor, {}, moments, D, clock_offset, events, random);
      const SeriesEnergy part = window_energy(series, {utc(0.0), utc(D)}, kDelta);
      error += part.energy - (load.energy(D) - load.energy(0.0));
      budget.insert(budget.end(), part.budget.begin(), part.budget.end());
    }
    spoil(budget);
    held += std::fabs(error) <= combine(budget).U ? 1 : 0;
  }
  return static_cast<double>(held) / kTrials;
}

TEST(MonteCarloItself, NoticesABudgetWithoutItsEdges) {
  const Scenario scenario{"edges", {Shape::kPulses, 7.3}, perfect(counter_on_page(5.0))};
  EXPECT_GE(coverage_of_spoilt_budgets(scenario, [](Budget&) {}), kCoverage);
  EXPECT_LT(
      coverage_of_spoilt_budgets(
          scenario, [](Budget& b) { std::erase_if(b, [](auto& c) { return c.name == "edge"; }); }),
      0.9);
}

TEST(MonteCarloItself, NoticesACommonOutageAddedInSquares) {
  const Scenario scenario{"outage", {Shape::kPulses, 37.3}, perfect(average(1.0, 1.0)),
                          307.3,    Trouble::kGap,          16};
  EXPECT_GE(coverage_of_spoilt_budgets(scenario, [](Budget&) {}), kCoverage);
  EXPECT_LT(coverage_of_spoilt_budgets(scenario,
                                       [](Budget& b) {
                                         for (auto& c : b) c.outage.reset();
                                       }),
            0.9);
}

}  // namespace
}  // namespace joulemark
