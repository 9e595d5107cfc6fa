// The readings of the replay source, folded as the exporter folds them, against the truth.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <random>

#include "measurement/accumulator.h"
#include "sources/replay/replay_source.h"
#include "sources/replay/sensor_model.h"
#include "sources/replay/truth.h"
#include "tests/sources/replay/scenario_text.h"

namespace joulemark::replay {
namespace {

using namespace std::chrono_literals;

constexpr Duration kStart = 200'000'000s + 123'456'789ns;  // since the epoch: years
constexpr Duration kLength = 600s;
constexpr Duration kInterval = 100ms;

struct Played {
  Scenario scenario;
  SensorSpec spec;
  explicit Played(const std::string& sensor) : scenario(parsed(with_sensors(sensor))) {
    spec = scenario.nodes.at(0).sensors.at(0);
    spec.sensor.metrology.sampling = sampling_of(spec.sensor, kInterval);
    spec.sensor.metrology.sampling_interval = kInterval;
  }
  [[nodiscard]] double truth(UtcTime begin, UtcTime end) const {
    return true_energy(scenario, "r1", begin, end)->value();
  }
  // Calls fold for each reading of the window: at the stratum's random moment, or every interval.
  template <class Fold>
  void play(Fold fold) const {
    std::mt19937_64 random(5);
    const bool stratified = spec.sensor.metrology.sampling == Sampling::kStratified;
    std::uniform_int_distribution<std::int64_t> within(0, kInterval.count() - 1);
    for (Duration t = kStart; t < kStart + kLength; t += kInterval) {
      const auto said = statement(spec, t + Duration(stratified ? within(random) : 0));
      if (said) fold(scenario.epoch + said->taken, said->value);
    }
  }
};

CounterAccumulator counted(const Played& played) {
  CounterAccumulator out(played.spec.sensor);
  played.play(
      [&](UtcTime time, const auto& value) { out.add(time, std::get<EnergyCount>(value)); });
  return out;
}

PowerIntegrator integrated(const Played& played) {
  PowerIntegrator out(played.spec.sensor.metrology);
  played.play([&](UtcTime time, const auto& value) { out.add(time, std::get<Watts>(value)); });
  return out;
}

TEST(Accumulated, CounterGivesTheTruthThroughDozensOfWraps) {
  const Played played(energy_sensor("pulse", "modulus_joules: 16383.75, ceiling_watts: 2000"));
  const CounterAccumulator sum = counted(played);
  const double truth = played.truth(sum.state()->start, sum.state()->time);
  EXPECT_GT(truth, 20 * 16383.75);
  EXPECT_NEAR(sum.energy().value(), truth, 0.001);  // one count
  EXPECT_EQ(sum.state()->resets, 0U);
  EXPECT_EQ(sum.state()->uncovered, 0.0);
}

TEST(Accumulated, CounterIsOffByItsGainAndItsUpdateAndNothingElse) {
  const Played played(energy_sensor("pulse", "gain_error: 0.01, update_interval: 70ms"));
  const CounterAccumulator sum = counted(played);
  const double truth = played.truth(sum.state()->start, sum.state()->time);
  EXPECT_NEAR(sum.energy().value(), 1.01 * truth, 1.01 * 0.07 * 1000);
}

TEST(Accumulated, WrapAtAGivenMomentCostsNothing) {
  const Played played(energy_sensor(
      "pulse",
      "modulus_joules: 1000000, ceiling_watts: 2000, faults: [{kind: wrap, at: 200000300s}]"));
  int falls = 0;
  std::uint64_t last = 0;
  played.play([&](UtcTime, const auto& value) {
    const std::uint64_t counts = std::get<EnergyCount>(value).counts;
    falls += counts < last ? 1 : 0;
    last = counts;
  });
  EXPECT_EQ(falls, 1);
  const CounterAccumulator sum = counted(played);
  EXPECT_NEAR(sum.energy().value(), played.truth(sum.state()->start, sum.state()->time), 0.001);
}

TEST(Accumulated, ResetIsCountedAndItsIntervalUncovered) {
  const Played played(energy_sensor("pulse",
                                    "modulus_joules: 1e9, ceiling_watts: 2000, faults: [{kind: "
                                    "reset, at: 200000300s, for: 5s}]"));
  const CounterAccumulator sum = counted(played);
  const double truth = played.truth(sum.state()->start, sum.state()->time);
  EXPECT_EQ(sum.state()->resets, 1U);
  EXPECT_LT(sum.energy().value(), truth);
  EXPECT_NEAR(sum.energy().value(), truth, 5.2 * 1000);
  EXPECT_NEAR(sum.state()->uncovered, 0.1, 1e-6);
}

TEST(Accumulated, StratifiedReadingsOfAPulseAreWithinTheirOwnVariance) {
  const Played played(power_sensor("pulse"));
  const PowerIntegrator sum = integrated(played);
  const double truth = played.truth(sum.state()->start, sum.state()->time);
  const double u = std::sqrt(sum.state()->variance);
  EXPECT_GT(u, 0.0);
  EXPECT_LT(u, 0.01 * truth);
  EXPECT_NEAR(sum.energy().value(), truth, 3 * u);
}

TEST(Accumulated, ContiguousAveragesGiveTheTruthBeforeTheirDelay) {
  const Played played(power_sensor("pulse", "averaging: 1s, update_interval: 1s, latency: 300ms"));
  ASSERT_EQ(played.spec.sensor.metrology.sampling, Sampling::kPeriodic);
  const PowerIntegrator sum = integrated(played);
  const Duration delay = 500ms + 500ms + 300ms;  // METHOD G-2
  const double truth = played.truth(sum.state()->start - delay, sum.state()->time - delay);
  // Each edge is uncertain by half an average and half an update of the swing of 700 W.
  EXPECT_NEAR(sum.energy().value(), truth, 2 * (0.5 + 0.5) * 700);
  EXPECT_EQ(sum.state()->variance, 0.0);
}

TEST(Accumulated, GapIsUncoveredAndTheRestIsTrue) {
  const Played played(power_sensor("flat", "faults: [{kind: gap, at: 200000300s, for: 4s}]"));
  const PowerIntegrator sum = integrated(played);
  const double length = seconds(sum.state()->time - sum.state()->start);
  EXPECT_NEAR(sum.state()->uncovered, 4.0, 0.3);
  EXPECT_NEAR(sum.energy().value(), 500 * (length - sum.state()->uncovered), 1e-6);
}

}  // namespace
}  // namespace joulemark::replay
