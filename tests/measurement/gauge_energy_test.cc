// Rules G with numbers worked out by hand.

#include "measurement/gauge_energy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/measurement/made_series.h"

namespace joulemark {
namespace {

using made::average_gauge;
using made::every;
using made::u_of;
using made::window;

const double kRoot3 = std::sqrt(3.0);

double constant_500(double) { return 500.0; }

Series without(Series series, double from, double to) {
  Series kept = series;
  kept.time.clear();
  kept.value.clear();
  for (std::size_t i = 0; i < series.time.size(); ++i) {
    if (series.time[i] > made::at(from) && series.time[i] < made::at(to)) continue;
    kept.time.push_back(series.time[i]);
    kept.value.push_back(series.value[i]);
  }
  return kept;
}

void set_evidence(Series& series, double low, double high) {
  series.metrology.power_min = Bound{Watts(low), BoundsSource::kMeasuredIdle};
  series.metrology.power_max = Bound{Watts(high), BoundsSource::kNameplate};
}

// The hand check of METHOD: vector 01.
TEST(GaugeEnergy, AgreesWithTheHandCheckOfTheMethod) {
  Series series = average_gauge(every(1.0, 0.0, 20.0), constant_500, 1.0);
  series.metrology.resolution = 1.0;
  series.metrology.accuracy.relative = 0.01;
  const auto result = window_energy(series, window(2.0, 18.0), 0.0);
  EXPECT_DOUBLE_EQ(result.energy, 8000.0);
  EXPECT_NEAR(u_of(result, "gain"), 46.188, 5e-4);
  EXPECT_NEAR(u_of(result, "resolution"), 4.619, 5e-4);
  EXPECT_NEAR(u_of(result, "edge"), 72.169, 5e-4);
  EXPECT_NEAR(result.combined.u_c, 85.808, 5e-4);
  EXPECT_NEAR(result.combined.U, 171.616, 5e-4);
}

TEST(GaugeEnergy, CountsAGapBetweenTheLimitsOfThePower) {
  Series series = without(average_gauge(every(1.0, 0.0, 60.0), constant_500, 1.0), 20.0, 28.0);
  set_evidence(series, 300.0, 1200.0);
  const auto result = window_energy(series, window(1.0, 59.0), 0.0);
  EXPECT_DOUBLE_EQ(result.energy, 29000.0);
  EXPECT_DOUBLE_EQ(u_of(result, "gap"), 8.0 * 700.0 / kRoot3);
  EXPECT_DOUBLE_EQ(result.gap_fraction, 8.0 / 58.0);
  EXPECT_TRUE(result.codes.contains(Code::kGap));
  ASSERT_TRUE(result.budget[0].outage);
  EXPECT_DOUBLE_EQ(result.budget[0].outage->begin, 18.5);
  EXPECT_DOUBLE_EQ(result.longest_interval, 8.0);
}

TEST(GaugeEnergy, IsRefusedWhereMoreThanAFifthIsMissing) {
  const Series series =
      without(average_gauge(every(1.0, 0.0, 60.0), constant_500, 1.0), 20.0, 33.0);
  EXPECT_EQ(window_energy(series, window(1.0, 59.0), 0.0).refused, Code::kGapOverLimit);
}

TEST(GaugeEnergy, IsRefusedWithFewerThanThreeReadingsInside) {
  const Series series = average_gauge(every(1.0, 0.0, 60.0), constant_500, 1.0);
  EXPECT_EQ(window_energy(series, window(10.0, 12.9), 0.0).refused, Code::kTooFewSamples);
  EXPECT_FALSE(window_energy(series, window(10.0, 13.0), 0.0).refused);
}

// (2 - 0.5) s of fill beyond half an average, and (1 + 1)/8 s.
TEST(GaugeEnergy, HoldsTheOuterReadingsToTheEdges) {
  Series series = average_gauge(every(1.0, 0.0, 60.0), constant_500, 1.0);
  set_evidence(series, 400.0, 700.0);
  const auto result = window_energy(without(series, 0.5, 12.5), window(10.5, 50.0), 0.0);
  EXPECT_DOUBLE_EQ(result.energy, 39.5 * 500.0);
  EXPECT_NEAR(u_of(result, "edge"), (1.75 * 200.0 + 0.25 * 200.0) / kRoot3, 1e-9);
}

TEST(GaugeEnergy, TakesADelayedReadingBackToItsTime) {
  // A ramp of 1 W/s read 2 s late is the ramp.
  const auto late = [](double t) { return 100.0 + (t - 2.0); };
  Series series = average_gauge(every(1.0, -10.0, 80.0), late, 0.0);
  series.metrology.latency_min = series.metrology.latency_max = std::chrono::seconds(2);
  series.metrology.sampling = Sampling::kStratified;
  const auto result = window_energy(series, window(0.0, 60.0), 0.0);
  EXPECT_NEAR(result.energy, 60.0 * 100.0 + 1800.0, 1e-6);
}

TEST(GaugeEnergy, AddsHalfAStepToReadingsThatAreRoundedDown) {
  Series series = average_gauge(every(1.0, 0.0, 60.0), constant_500, 1.0);
  series.metrology.resolution = 4.0;
  series.metrology.rounding = Rounding::kFloor;
  EXPECT_DOUBLE_EQ(window_energy(series, window(10.0, 50.0), 0.0).energy, 40.0 * 502.0);
}

// One step of 100 W between 1 s readings: x = 1 x 100^2/2.
TEST(GaugeEnergy, TakesTheVarianceOfStratifiedReadingsFromTheirDifferences) {
  const auto step = [](double t) { return t < 30.0 ? 500.0 : 600.0; };
  const Series series = made::stratified_gauge(every(1.0, 0.0, 60.0), step);
  const auto result = window_energy(series, window(10.0, 50.0), 0.0);
  EXPECT_DOUBLE_EQ(u_of(result, "integration"), std::sqrt(5000.0));
  EXPECT_FALSE(result.codes.contains(Code::kAliasRisk));
}

TEST(GaugeEnergy, WarnsThatPeriodicInstantsMayMissLoad) {
  Series series = made::stratified_gauge(every(1.0, 0.0, 60.0), constant_500);
  series.metrology.sampling = Sampling::kPeriodic;
  set_evidence(series, 100.0, 1000.0);
  const auto result = window_energy(series, window(10.0, 50.0), 0.0);
  EXPECT_TRUE(result.codes.contains(Code::kAliasRisk));
  EXPECT_FALSE(result.codes.contains(Code::kAliasUnbounded));
  EXPECT_DOUBLE_EQ(result.alias_bound, 40.0 * 500.0);
  EXPECT_DOUBLE_EQ(result.headline_U, std::hypot(result.combined.U, 2.0 * 20000.0 / kRoot3));
}

TEST(GaugeEnergy, SaysThatAliasingIsUnboundedWithoutEvidence) {
  Series series = made::stratified_gauge(every(1.0, 0.0, 60.0), constant_500);
  series.metrology.update_interval.reset();
  const auto result = window_energy(series, window(10.0, 50.0), 0.0);
  EXPECT_TRUE(result.codes.contains(Code::kAliasUnbounded));
  EXPECT_TRUE(result.codes.contains(Code::kUpdateUnknown));
}

TEST(GaugeEnergy, OfANodeDoesNotBelieveZeroWatts) {
  Series series = average_gauge(every(1.0, 0.0, 60.0), constant_500, 1.0);
  series.value[30] = 0.0;
  EXPECT_LT(window_energy(series, window(10.0, 50.0), 0.0).energy, 20000.0);
  series.node_scope = true;
  const auto result = window_energy(series, window(10.0, 50.0), 0.0);
  EXPECT_DOUBLE_EQ(result.energy, 20000.0);
  EXPECT_TRUE(result.codes.contains(Code::kImplausible));
}

TEST(GaugeEnergy, OfAnIdleSensorIsZeroAndNotRefused) {
  Series series = average_gauge(
      every(1.0, 0.0, 60.0), [](double) { return 0.0; }, 1.0);
  series.metrology.resolution = 1.0;
  series.metrology.accuracy.absolute = Watts(2.0);
  const auto result = window_energy(series, window(10.0, 50.0), 0.1);
  ASSERT_FALSE(result.refused);
  EXPECT_EQ(result.energy, 0.0);
  EXPECT_DOUBLE_EQ(result.combined.u_c, std::hypot(40.0 / std::sqrt(12.0), 80.0 / kRoot3));
}

}  // namespace
}  // namespace joulemark
