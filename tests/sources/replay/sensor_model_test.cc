#include "sources/replay/sensor_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/sources/replay/scenario_text.h"

namespace joulemark::replay {
namespace {

using namespace std::chrono_literals;

constexpr Duration kFar = 300'000'000s;

double watts(const SensorSpec& spec, Duration t) {
  const auto said = statement(spec, t);
  EXPECT_TRUE(said) << t.count();
  return said ? std::get<Watts>(said->value).value() : NAN;
}

std::uint64_t counts(const SensorSpec& spec, Duration t) {
  const auto said = statement(spec, t);
  EXPECT_TRUE(said) << t.count();
  return said ? std::get<EnergyCount>(said->value).counts : 0;
}

TEST(PowerSensor, SaysThePowerOfItsLoadAtThatInstant) {
  const SensorSpec spec = sensor(power_sensor("pulse"));
  EXPECT_EQ(watts(spec, 0s), 1000.0);
  EXPECT_EQ(watts(spec, 835'699'999ns), 1000.0);
  EXPECT_EQ(watts(spec, 835'700'000ns), 300.0);
  EXPECT_EQ(watts(spec, 1370ms * 200'000'000 + 1ns), 1000.0);
}

TEST(PowerSensor, AveragesOverTheWindowThatEndsAtTheReading) {
  const SensorSpec spec = sensor(power_sensor("rise", "averaging: 2s"));
  EXPECT_NEAR(watts(spec, 10s), 90.0, 1e-9);
  const SensorSpec whole = sensor(power_sensor("pulse", "averaging: 1.37s"));
  for (const Duration t : std::vector<Duration>{2s + 1ns, 3s + 17ms, kFar + 123'456'789ns})
    EXPECT_NEAR(watts(whole, t), 300 + 0.61 * 700, 1e-9);
}

TEST(PowerSensor, SeesOnlyTheObservedEndOfItsWindow) {
  const SensorSpec spec = sensor(power_sensor("rise", "averaging: 2s, observed_ratio: 0.25"));
  EXPECT_NEAR(watts(spec, 10s), 97.5, 1e-9);
  EXPECT_EQ(spec.sensor.metrology.observed_ratio, 0.25);
}

TEST(PowerSensor, HoldsItsValueForTheUpdateInterval) {
  const SensorSpec spec = sensor(power_sensor("rise", "update_interval: 2s"));
  std::set<double> values;
  for (Duration t = 10s; t < 20s; t += 10ms) {
    const double value = watts(spec, t);
    values.insert(value);
    const double age = seconds(t) * 10.0 - value;
    EXPECT_GE(age, -1e-9);
    EXPECT_LT(age, 20.0);
  }
  EXPECT_GE(values.size(), 5U);
  EXPECT_LE(values.size(), 6U);
}

TEST(PowerSensor, HasAPhaseOfItsOwnThatDoesNotMove) {
  std::set<std::int64_t> phases;
  for (const char* id : {"a", "b", "c", "d"}) {
    const std::string text = std::string("{id: ") + id +
                             ", scope: node, quantity: power, load: flat, update_interval: 1s}";
    const SensorSpec spec = sensor(text);
    EXPECT_EQ(spec.update_phase, sensor(text).update_phase);
    EXPECT_LT(spec.update_phase, Duration(1s));
    phases.insert(spec.update_phase.count());
  }
  EXPECT_EQ(phases.size(), 4U);
}

TEST(PowerSensor, IsLateByItsLatency) {
  const SensorSpec spec = sensor(power_sensor("rise", "latency: 1.5s"));
  EXPECT_NEAR(watts(spec, 10s), 85.0, 1e-9);
  EXPECT_EQ(spec.sensor.metrology.latency_min, Duration(1500ms));
  EXPECT_EQ(spec.sensor.metrology.latency_max, Duration(1500ms));
  EXPECT_FALSE(statement(spec, 1s)) << "its value would be of before the epoch";
}

TEST(PowerSensor, AddsGainErrorOffsetAndRounding) {
  EXPECT_NEAR(watts(sensor(power_sensor("flat", "gain_error: 0.02, offset_watts: -3")), 5s), 507.0,
              1e-9);
  EXPECT_EQ(watts(sensor(power_sensor("flat", "offset_watts: 3.6, resolution_watts: 2")), 5s),
            504.0);
  EXPECT_EQ(
      watts(sensor(power_sensor("flat", "offset_watts: 3.6, resolution_watts: 2, rounding: floor")),
            5s),
      502.0);
}

TEST(PowerSensor, NeverSaysLessThanNothing) {
  EXPECT_EQ(watts(sensor(power_sensor("flat", "offset_watts: -600")), 5s), 0.0);
}

TEST(PowerSensor, HasNoiseOfTheStatedSizeThatHoldsWithinAnUpdate) {
  const SensorSpec free = sensor(power_sensor("flat", "noise_watts: 4"));
  double sum = 0.0;
  double squares = 0.0;
  constexpr int kReadings = 20'000;
  for (int i = 0; i < kReadings; ++i) {
    const double off = watts(free, kFar + i * 100ms) - 500.0;
    sum += off;
    squares += off * off;
  }
  EXPECT_NEAR(sum / kReadings, 0.0, 0.15);
  EXPECT_NEAR(std::sqrt(squares / kReadings), 4.0, 0.1);

  const SensorSpec held = sensor(power_sensor("flat", "noise_watts: 4, update_interval: 1s"));
  std::set<double> values;
  for (Duration t = 10s; t < 20s; t += 50ms) values.insert(watts(held, t));
  EXPECT_GE(values.size(), 10U);
  EXPECT_LE(values.size(), 11U);
}

TEST(EnergySensor, CountsTheIntegralOfItsLoadInWholeUnits) {
  const SensorSpec spec = sensor(energy_sensor("flat"));
  EXPECT_EQ(counts(spec, 0s), 0U);
  EXPECT_EQ(counts(spec, 1'999'999ns), 999U);
  EXPECT_EQ(counts(spec, 2ms), 1000U);
  EXPECT_EQ(counts(spec, kFar), 150'000'000'000'000U);
  EXPECT_EQ(spec.sensor.joules_per_count, 0.001);
}

TEST(EnergySensor, IsExactFarFromItsEpoch) {
  const SensorSpec spec = sensor(energy_sensor("pulse"));
  const Int128 period = energy_of(1000 * kNanowattsPerWatt, 835'700'000ns) +
                        energy_of(300 * kNanowattsPerWatt, 534'300'000ns);
  const Int128 expected = period * 200'000'000 / spec.resolution;
  EXPECT_EQ(counts(spec, 1370ms * 200'000'000), static_cast<std::uint64_t>(expected));
}

TEST(EnergySensor, CarriesGainErrorAndOffset) {
  const SensorSpec spec = sensor(energy_sensor("flat", "gain_error: -0.01, offset_watts: 7"));
  EXPECT_EQ(counts(spec, 100s), 50'200'000U);
}

TEST(EnergySensor, StartsAgainAtItsModulus) {
  const SensorSpec spec = sensor(energy_sensor("flat", "modulus_joules: 1000"));
  EXPECT_EQ(spec.sensor.modulus_counts, 1'000'000U);
  EXPECT_EQ(counts(spec, 1'999'999'999ns), 999'999U);
  EXPECT_EQ(counts(spec, 2s), 0U);
  EXPECT_EQ(counts(spec, kFar + 1s), 500'000U);
}

TEST(EnergySensor, UpdatesAtItsInterval) {
  const SensorSpec spec = sensor(energy_sensor("flat", "update_interval: 100ms"));
  std::set<std::uint64_t> values;
  for (Duration t = 10s; t < 11s; t += 1ms) {
    const std::uint64_t value = counts(spec, t);
    values.insert(value);
    EXPECT_LE(value, static_cast<std::uint64_t>(t / 2us));
    EXPECT_GT(value + 50'000, static_cast<std::uint64_t>(t / 2us));
  }
  EXPECT_GE(values.size(), 10U);
  EXPECT_LE(values.size(), 11U);
}

TEST(AnySensor, SaysNothingBeforeTheEpoch) {
  EXPECT_FALSE(statement(sensor(power_sensor("flat")), -1ns));
  EXPECT_FALSE(statement(sensor(energy_sensor("flat")), -1ns));
}

TEST(Reset, StartsTheCountAtZeroAndLosesWhatItLasts) {
  const SensorSpec spec =
      sensor(energy_sensor("flat", "faults: [{kind: reset, at: 20s, for: 2s}]"));
  EXPECT_EQ(counts(spec, 20s - 1ns), 9'999'999U);
  EXPECT_EQ(counts(spec, 20s), 0U);
  EXPECT_EQ(counts(spec, 22s), 0U);
  EXPECT_EQ(counts(spec, 23s), 500'000U);
}

TEST(Reset, RepeatsWithEvery) {
  const SensorSpec spec =
      sensor(energy_sensor("flat", "faults: [{kind: reset, at: 20s, every: 10s}]"));
  EXPECT_EQ(counts(spec, 19s), 9'500'000U);
  EXPECT_EQ(counts(spec, 29s), 4'500'000U);
  EXPECT_EQ(counts(spec, 31s), 500'000U);
  EXPECT_EQ(counts(spec, kFar + 4s), 2'000'000U);
}

TEST(Reset, WithoutALengthLosesNothing) {
  const SensorSpec spec = sensor(energy_sensor("flat", "faults: [{kind: reset, at: 20s}]"));
  EXPECT_EQ(counts(spec, 20s - 1ns) + 1, 10'000'000U);
  EXPECT_EQ(counts(spec, 21s), 500'000U);
}

TEST(Wrap, PassesTheModulusAtTheMomentGiven) {
  const SensorSpec spec =
      sensor(energy_sensor("flat", "modulus_joules: 65532.6, faults: [{kind: wrap, at: 30s}]"));
  EXPECT_EQ(counts(spec, 30s), 0U);
  EXPECT_EQ(counts(spec, 30s - 1ns), 65'532'599U);
  EXPECT_EQ(counts(spec, 29s), 65'032'600U);
  EXPECT_EQ(counts(spec, 31s), 500'000U);
}

TEST(Gap, DeliversNothing) {
  const SensorSpec spec = sensor(power_sensor("flat", "faults: [{kind: gap, at: 30s, for: 4s}]"));
  EXPECT_TRUE(statement(spec, 30s - 1ns));
  EXPECT_FALSE(statement(spec, 30s));
  EXPECT_FALSE(statement(spec, 34s - 1ns));
  EXPECT_TRUE(statement(spec, 34s));
}

TEST(Freeze, RepeatsTheOldValueWithNewTimes) {
  const std::string fault = "faults: [{kind: freeze, at: 30s, for: 4s}]";
  const SensorSpec power = sensor(power_sensor("rise", "noise_watts: 2, " + fault));
  EXPECT_EQ(watts(power, 33s), watts(power, 30s));
  EXPECT_EQ(statement(power, 33s)->taken, Duration(33s));
  EXPECT_NEAR(watts(power, 34s), 340.0, 20.0);
  const SensorSpec energy = sensor(energy_sensor("flat", fault));
  EXPECT_EQ(counts(energy, 33s), 15'000'000U);
  EXPECT_EQ(counts(energy, 34s), 17'000'000U) << "a counter catches up";
}

TEST(Spike, AddsWattsOrJoulesWhileItLasts) {
  const SensorSpec power =
      sensor(power_sensor("flat", "faults: [{kind: spike, at: 30s, for: 1s, watts: 9000}]"));
  EXPECT_EQ(watts(power, 30s), 9500.0);
  EXPECT_EQ(watts(power, 31s), 500.0);
  const SensorSpec energy =
      sensor(energy_sensor("flat", "faults: [{kind: spike, at: 30s, for: 1s, joules: 2000}]"));
  EXPECT_EQ(counts(energy, 30s), 17'000'000U);
  EXPECT_EQ(counts(energy, 31s), 15'500'000U);
}

TEST(Late, DeliversReadingsWithTheTimeTheyWereTaken) {
  const SensorSpec spec =
      sensor(power_sensor("rise", "faults: [{kind: late, at: 30s, for: 10s, delay: 3s}]"));
  EXPECT_FALSE(statement(spec, 32s)) << "nothing has arrived yet";
  const auto said = statement(spec, 35s);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->taken, Duration(32s));
  EXPECT_NEAR(std::get<Watts>(said->value).value(), 320.0, 1e-9);
}

TEST(Late, NeverGoesBackInTime) {
  const SensorSpec spec = sensor(
      power_sensor("rise", "faults: [{kind: late, at: 30s, for: 10s, every: 11s, delay: 3s}]"));
  Duration last{-1};
  for (Duration t = 0s; t < 90s; t += 100ms) {
    const auto said = statement(spec, t);
    if (!said) continue;
    EXPECT_GT(said->taken, last);
    last = said->taken;
  }
  EXPECT_GT(last, Duration(80s));
}

TEST(Zero, SaysZero) {
  const std::string fault = "faults: [{kind: zero, at: 30s, for: 1s}]";
  EXPECT_EQ(watts(sensor(power_sensor("flat", fault)), 30s), 0.0);
  EXPECT_EQ(watts(sensor(power_sensor("flat", fault)), 31s), 500.0);
  EXPECT_EQ(counts(sensor(energy_sensor("flat", fault)), 30s), 0U);
  EXPECT_EQ(counts(sensor(energy_sensor("flat", fault)), 31s), 15'500'000U);
}

}  // namespace
}  // namespace joulemark::replay
