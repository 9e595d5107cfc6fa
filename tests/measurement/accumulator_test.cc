// What the exporter counts while it runs (METHOD I-1, C-2).

#include "measurement/accumulator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/measurement/made_series.h"

namespace joulemark {
namespace {

using made::at;

Sensor microjoule_counter() {
  Sensor sensor;
  sensor.quantity = QuantityKind::kEnergy;
  sensor.joules_per_count = 1e-6;
  sensor.modulus_counts = 1'000'000'000;  // 1 kJ
  sensor.metrology.update_interval = std::chrono::milliseconds(1);
  sensor.metrology.ceiling = Watts(2000.0);
  return sensor;
}

EnergyCount microjoules(std::uint64_t counts) { return {counts}; }

TEST(CounterAccumulator, TakesTheFirstReadingAsBaseline) {
  CounterAccumulator accumulator(microjoule_counter());
  EXPECT_FALSE(accumulator.state());
  accumulator.add(at(0.0), microjoules(900'000'000));
  ASSERT_TRUE(accumulator.state());
  EXPECT_EQ(accumulator.energy().value(), 0.0);
  EXPECT_EQ(accumulator.state()->start, at(0.0));
  EXPECT_FALSE(accumulator.state()->power);
}

TEST(CounterAccumulator, UnwrapsInIntegers) {
  CounterAccumulator accumulator(microjoule_counter());
  accumulator.add(at(0.0), microjoules(999'999'999));
  accumulator.add(at(0.1), microjoules(50'000'000));
  EXPECT_EQ(accumulator.counts(), 50'000'001u);
  EXPECT_EQ(accumulator.state()->resets, 0u);
  EXPECT_NEAR(accumulator.state()->power->value(), 500.00001, 1e-9);
}

TEST(CounterAccumulator, TakesAFallAboveTheCeilingForAReset) {
  CounterAccumulator accumulator(microjoule_counter());
  accumulator.add(at(0.0), microjoules(500'000'000));
  accumulator.add(at(0.1), microjoules(10));  // a wrap would be 500 J in 0.1 s
  EXPECT_EQ(accumulator.counts(), 0u);
  EXPECT_EQ(accumulator.state()->resets, 1u);
  EXPECT_DOUBLE_EQ(accumulator.state()->uncovered, 0.1);
  EXPECT_FALSE(accumulator.state()->power) << "no power is known over a reset";
  accumulator.add(at(0.2), microjoules(50'000'010));
  EXPECT_EQ(accumulator.counts(), 50'000'000u) << "counts on from the new value";
}

TEST(CounterAccumulator, TakesAnyFallForAResetWithoutModulusOrCeiling) {
  for (const bool has_modulus : {false, true}) {
    Sensor sensor = microjoule_counter();
    if (has_modulus)
      sensor.metrology.ceiling.reset();
    else
      sensor.modulus_counts = 0;
    CounterAccumulator accumulator(sensor);
    accumulator.add(at(0.0), microjoules(999'999'999));
    accumulator.add(at(0.1), microjoules(1));
    EXPECT_EQ(accumulator.state()->resets, 1u);
  }
}

TEST(CounterAccumulator, TakesAForwardJumpAboveTheCeilingForAReset) {
  CounterAccumulator accumulator(microjoule_counter());
  accumulator.add(at(0.0), microjoules(0));
  accumulator.add(at(0.1), microjoules(600'000'000));  // 6 kW
  EXPECT_EQ(accumulator.counts(), 0u);
  EXPECT_EQ(accumulator.state()->resets, 1u);
}

TEST(CounterAccumulator, DoesNotTakeReadJitterForAReset) {
  CounterAccumulator accumulator(microjoule_counter());
  accumulator.add(at(0.0), microjoules(0));
  accumulator.add(at(0.001), microjoules(20'000'000));  // 20 kW over this 1 ms, an update over 10
  EXPECT_EQ(accumulator.counts(), 20'000'000u);
  EXPECT_EQ(accumulator.state()->resets, 0u);
}

TEST(CounterAccumulator, LeavesAnIntervalWithUnknownWrapsUncovered) {
  CounterAccumulator accumulator(microjoule_counter());
  accumulator.add(at(0.0), microjoules(0));
  accumulator.add(at(0.6), microjoules(300'000'000));  // up to 1.2 kJ: perhaps once around
  EXPECT_EQ(accumulator.counts(), 0u);
  EXPECT_EQ(accumulator.state()->resets, 0u);
  EXPECT_DOUBLE_EQ(accumulator.state()->uncovered, 0.6);
}

TEST(CounterAccumulator, IgnoresATimeThatDoesNotAdvance) {
  CounterAccumulator accumulator(microjoule_counter());
  accumulator.add(at(1.0), microjoules(0));
  accumulator.add(at(1.0), microjoules(100));
  accumulator.add(at(0.5), microjoules(200));
  EXPECT_EQ(accumulator.counts(), 0u);
  EXPECT_EQ(accumulator.state()->time, at(1.0));
  accumulator.add(at(1.1), microjoules(300));
  EXPECT_EQ(accumulator.counts(), 300u);
}

TEST(CounterAccumulator, KnowsAPhantomThatNeverMoves) {
  CounterAccumulator accumulator(microjoule_counter());
  accumulator.add(at(0.0), microjoules(7));
  accumulator.add(at(0.1), microjoules(7));
  EXPECT_FALSE(accumulator.last_moved());
  accumulator.add(at(0.2), microjoules(8));
  EXPECT_EQ(accumulator.last_moved(), at(0.2));
}

TEST(CounterAccumulator, ServesTheExtremesOfItsRates) {
  CounterAccumulator accumulator(microjoule_counter());
  std::uint64_t counts = 0;
  accumulator.add(at(0.0), microjoules(counts));
  for (int i = 1; i <= 20; ++i)
    accumulator.add(at(0.1 * i), microjoules(counts += i == 10 ? 100'000'000 : 30'000'000));
  ASSERT_TRUE(accumulator.state()->extremes);
  EXPECT_NEAR(accumulator.state()->extremes->min.value(), 300.0, 1e-6);
  EXPECT_NEAR(accumulator.state()->extremes->max.value(), 1000.0, 1e-6);
}

TEST(CounterAccumulator, SurvivesACountBeyondItsModulus) {
  CounterAccumulator accumulator(microjoule_counter());
  accumulator.add(at(0.0), microjoules(std::numeric_limits<std::uint64_t>::max()));
  accumulator.add(at(0.1), microjoules(5));
  EXPECT_EQ(accumulator.counts(), 0u);
  EXPECT_EQ(accumulator.state()->resets, 1u);
}

Metrology instantaneous(std::chrono::milliseconds interval) {
  Metrology metrology;
  metrology.update_interval = Duration(0);
  metrology.sampling_interval = interval;
  metrology.sampling = Sampling::kStratified;
  return metrology;
}

TEST(PowerIntegrator, SumsTrapezoidsAndTheirVariance) {
  PowerIntegrator integrator(instantaneous(std::chrono::milliseconds(1000)));
  integrator.add(at(0.0), Watts(100.0));
  EXPECT_EQ(integrator.energy().value(), 0.0);
  integrator.add(at(1.0), Watts(200.0));
  integrator.add(at(3.0), Watts(200.0));
  EXPECT_DOUBLE_EQ(integrator.energy().value(), 150.0 + 400.0);
  EXPECT_DOUBLE_EQ(integrator.state()->variance, 0.5 * 100.0 * 100.0);
  EXPECT_EQ(integrator.state()->power->value(), 200.0);
}

TEST(PowerIntegrator, HasNoVarianceOfContiguousAverages) {
  Metrology metrology = instantaneous(std::chrono::milliseconds(1000));
  metrology.averaging = std::chrono::seconds(1);
  PowerIntegrator integrator(metrology);
  integrator.add(at(0.0), Watts(100.0));
  integrator.add(at(1.0), Watts(200.0));
  EXPECT_EQ(integrator.state()->variance, 0.0);
}

TEST(PowerIntegrator, TakesDifferencesOverOneUpdateOfTheSensor) {
  Metrology metrology = instantaneous(std::chrono::milliseconds(1000));
  metrology.update_interval = std::chrono::seconds(2);
  PowerIntegrator integrator(metrology);
  integrator.add(at(0.0), Watts(100.0));
  integrator.add(at(1.0), Watts(150.0));
  EXPECT_EQ(integrator.state()->variance, 0.0);
  integrator.add(at(2.0), Watts(300.0));
  EXPECT_DOUBLE_EQ(integrator.state()->variance, 0.5 * (2.0 * 200.0) * (2.0 * 200.0) / 2.0);
}

TEST(PowerIntegrator, CountsALongIntervalAsUncovered) {
  PowerIntegrator integrator(instantaneous(std::chrono::milliseconds(100)));
  integrator.add(at(0.0), Watts(100.0));
  integrator.add(at(3.0), Watts(100.0));
  integrator.add(at(6.5), Watts(900.0));
  EXPECT_DOUBLE_EQ(integrator.energy().value(), 300.0);
  EXPECT_DOUBLE_EQ(integrator.state()->uncovered, 3.5);
  EXPECT_EQ(integrator.state()->variance, 0.0) << "no difference is taken over a gap";
}

TEST(PowerIntegrator, DropsWhatIsNoReading) {
  PowerIntegrator integrator(instantaneous(std::chrono::milliseconds(100)));
  integrator.add(at(0.0), Watts(std::nan("")));
  EXPECT_FALSE(integrator.state());
  integrator.add(at(1.0), Watts(100.0));
  integrator.add(at(1.5), Watts(-1.0));
  integrator.add(at(1.6), Watts(std::numeric_limits<double>::infinity()));
  integrator.add(at(0.5), Watts(100.0));
  integrator.add(at(2.0), Watts(100.0));
  EXPECT_DOUBLE_EQ(integrator.energy().value(), 100.0);
}

TEST(TrailingExtremes, ReachBackSixtySecondsAndNotLonger) {
  TrailingExtremes extremes;
  EXPECT_FALSE(extremes.at(at(0.0)));
  extremes.add(at(0.0), Watts(900.0));
  for (int i = 1; i <= 60; ++i) extremes.add(at(i), Watts(300.0 + i));
  EXPECT_EQ(extremes.at(at(60.0))->max.value(), 900.0);
  for (int i = 61; i <= 100; ++i) extremes.add(at(i), Watts(300.0 + i));
  EXPECT_EQ(extremes.at(at(100.0))->max.value(), 400.0);
  EXPECT_EQ(extremes.at(at(100.0))->min.value(), 340.0);
  EXPECT_FALSE(extremes.at(at(500.0))) << "old extremes say nothing";
}

TEST(TrailingExtremes, IgnoreWhatIsNoNumber) {
  TrailingExtremes extremes;
  extremes.add(at(0.0), Watts(std::nan("")));
  EXPECT_FALSE(extremes.at(at(0.0)));
}

TEST(CounterAccumulator, ACountThatBeganAnewIsAResetThoughItRose) {
  CounterAccumulator accumulator(microjoule_counter());
  accumulator.add(at(0.0), microjoules(100));
  accumulator.add(at(0.1), microjoules(200));
  accumulator.add(at(0.2), microjoules(300), true);
  EXPECT_DOUBLE_EQ(accumulator.energy().value(), 100e-6);
  EXPECT_EQ(accumulator.state()->resets, 1U);
  EXPECT_DOUBLE_EQ(accumulator.state()->uncovered, 0.1);
  accumulator.add(at(0.3), microjoules(400));
  EXPECT_DOUBLE_EQ(accumulator.energy().value(), 200e-6);
}

}  // namespace
}  // namespace joulemark
