// Rules C with numbers worked out by hand: a counter of 500 W.

#include "measurement/counter_energy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/measurement/made_series.h"

namespace joulemark {
namespace {

using made::at;
using made::counter;
using made::every;
using made::u_of;
using made::window;

const double kRoot3 = std::sqrt(3.0);

double joules(double t) { return 500.0 * t + 1e5; }

void set_evidence(Series& series, double low, double high) {
  series.metrology.power_min = Bound{Watts(low), BoundsSource::kMeasuredIdle};
  series.metrology.power_max = Bound{Watts(high), BoundsSource::kNameplate};
}

// Samples at -2, 3, 8 ... 28, 33. Both edges: at least 0 J, at most the 2500 J between the samples
// around it; 1500 J and 1000 J are estimated.
TEST(CounterEnergy, HasEdgesAsWideAsTheCountAroundThem) {
  const auto result =
      window_energy(counter(every(5.0, -7.0, 43.0), joules), window(0.0, 30.0), 0.0);
  EXPECT_DOUBLE_EQ(result.energy, 15000.0);
  EXPECT_NEAR(u_of(result, "edge"), (1500.0 + 1500.0) / kRoot3, 1e-9);
  EXPECT_EQ(result.samples, 6u);
  EXPECT_TRUE(result.codes.empty());
}

// 400..600 W: start 1300..1700 J, end 800..1200 J.
TEST(CounterEnergy, HasNarrowerEdgesWithEvidence) {
  Series series = counter(every(5.0, -7.0, 43.0), joules);
  set_evidence(series, 400.0, 600.0);
  const auto result = window_energy(series, window(0.0, 30.0), 0.1);
  EXPECT_DOUBLE_EQ(result.energy, 15000.0);
  EXPECT_NEAR(u_of(result, "edge"), (200.0 + 200.0) / kRoot3, 1e-9);
  EXPECT_NEAR(u_of(result, "clock"), 0.1 * 200.0 / kRoot3, 1e-9);
}

TEST(CounterEnergy, DropsANameplateBelowTheRate) {
  Series series = counter(every(5.0, -7.0, 43.0), joules);
  set_evidence(series, 400.0, 450.0);
  const auto result = window_energy(series, window(0.0, 30.0), 0.0);
  EXPECT_TRUE(result.codes.contains(Code::kBoundsExceeded));
  EXPECT_GT(u_of(result, "edge"), 400.0 / kRoot3);
}

TEST(CounterEnergy, ExtrapolatesAnEdgeThatNothingLiesBeyond) {
  const auto result = window_energy(counter(every(1.0, 0.5, 27.5), joules), window(2.0, 30.0), 0.0);
  EXPECT_TRUE(result.codes.contains(Code::kEdgeExtrapolated));
  EXPECT_DOUBLE_EQ(result.energy, 14000.0);
  EXPECT_DOUBLE_EQ(result.edge_distance, 2.5);
  // Start: 0..500 J around 250; end: 0..2500 J around 1250.
  EXPECT_NEAR(u_of(result, "edge"), (250.0 + 1250.0) / kRoot3, 1e-9);
  EXPECT_DOUBLE_EQ(result.longest_interval, 2.5);
}

TEST(CounterEnergy, LosesNothingInAWrapUnderACeiling) {
  Series series = counter(every(1.0, -5.0, 65.0), joules);
  set_evidence(series, 0.0, 1000.0);
  const auto plain = window_energy(series, window(0.0, 60.0), 0.1);
  for (double& value : series.value) value = std::fmod(value, 7000.0);
  series.metrology.modulus = Joules(7000.0);
  const auto wrapped = window_energy(series, window(0.0, 60.0), 0.1);
  EXPECT_NEAR(wrapped.energy, plain.energy, 1e-9 * plain.energy);
  EXPECT_NEAR(wrapped.combined.U, plain.combined.U, 1e-9 * plain.combined.U);
  EXPECT_EQ(wrapped.codes, plain.codes);
}

TEST(CounterEnergy, TakesAFallWithoutCeilingForAReset) {
  Series series = counter(every(1.0, -5.0, 65.0),
                          [](double t) { return t < 30.0 ? joules(t) : joules(t) - joules(30.0); });
  series.metrology.modulus = Joules(1e5 + 500.0 * 30.0);
  const auto result = window_energy(series, window(0.0, 60.0), 0.0);
  EXPECT_TRUE(result.codes.contains(Code::kCounterReset));
}

TEST(CounterEnergy, TakesAFallBeyondTheModulusForAReset) {
  Series series = counter(every(1.0, -5.0, 65.0),
                          [](double t) { return t < 30.0 ? joules(t) : 500.0 * (t - 29.5); });
  series.metrology.modulus = Joules(1000.0);
  series.metrology.ceiling = Watts(2000.0);
  const auto result = window_energy(series, window(0.0, 60.0), 0.0);
  EXPECT_TRUE(result.codes.contains(Code::kCounterReset));
  EXPECT_NEAR(result.energy, 30000.0, 1e-6);
}

// The count begins anew 0.4 s after a reading: 200 J are lost, at least 0, at most 400.
TEST(CounterEnergy, EstimatesWhatARestartLostFromItsStartTime) {
  Series series = counter(every(1.0, -5.0, 65.0),
                          [](double t) { return t < 29.5 ? joules(t) : 500.0 * (t - 29.4); });
  for (const auto time : series.time)
    series.start.push_back(time < at(29.5) ? at(-100.0) : at(29.4));
  const auto result = window_energy(series, window(0.0, 60.0), 0.0);
  EXPECT_FALSE(result.refused);
  EXPECT_TRUE(result.codes.contains(Code::kCounterReset));
  EXPECT_NEAR(result.missed, 200.0, 1e-6);
  EXPECT_NEAR(result.energy, 30000.0, 1e-6);
  EXPECT_NEAR(u_of(result, "reset"), 200.0 / kRoot3, 1e-6);
}

TEST(CounterEnergy, IsRefusedWithTwoResets) {
  const Series series = counter(every(1.0, -5.0, 65.0),
                                [](double t) { return std::fmod(500.0 * (t + 10.0), 12000.0); });
  EXPECT_EQ(window_energy(series, window(0.0, 60.0), 0.0).refused, Code::kSeveralResets);
}

TEST(CounterEnergy, CountsResetsThatTheExporterBridged) {
  Series series = counter(every(1.0, -5.0, 65.0), joules);
  for (const auto time : series.time) series.resets.push_back(time < at(30.0) ? 4.0 : 5.0);
  EXPECT_TRUE(window_energy(series, window(0.0, 60.0), 0.0).codes.contains(Code::kCounterReset));
  EXPECT_TRUE(window_energy(series, window(31.0, 60.0), 0.0).codes.empty()) << "before the window";
  for (double& count : series.resets) count *= 2.0;
  EXPECT_EQ(window_energy(series, window(0.0, 60.0), 0.0).refused, Code::kSeveralResets);
}

// Steps of 1000 J every 10 s, seen 1 s apart: only the changes tell, and they lie within 1 s.
TEST(CounterEnergy, UsesOnlyTheChangesOfACoarseCounter) {
  Series series = counter(every(1.0, -15.5, 90.5),
                          [](double t) { return 1000.0 * std::floor(t / 10.0) + 5000.0; });
  const auto result = window_energy(series, window(8.0, 62.0), 0.0);
  EXPECT_TRUE(result.codes.contains(Code::kTickLimited));
  EXPECT_NEAR(result.energy, 5400.0, 1e-9);
  const double one_edge = 100.0 * std::hypot(1.2, 0.2) / std::sqrt(12.0);
  EXPECT_NEAR(u_of(result, "tick"), one_edge * std::sqrt(2.0), 1e-9);
  EXPECT_NEAR(u_of(result, "edge"), 2.0 * 800.0 / kRoot3, 1e-9);
}

TEST(CounterEnergy, IsRefusedWhenTheCounterDoesNotMove) {
  const auto still = [](double) { return 5e5; };
  EXPECT_EQ(window_energy(counter(every(1.0, 0.0, 60.0), still), window(5.0, 55.0), 0.0).refused,
            Code::kNoBracket);
}

TEST(CounterEnergy, HasResolutionAndUpdatePeriodAtBothEdges) {
  Series series = counter(every(1.0, -5.0, 65.0), joules);
  series.metrology.resolution = 6.0;
  series.metrology.update_interval = std::chrono::milliseconds(100);
  series.metrology.latency_max = std::chrono::milliseconds(200);
  const auto result = window_energy(series, window(0.5, 59.5), 0.0);
  EXPECT_DOUBLE_EQ(u_of(result, "resolution"), 6.0 / std::sqrt(6.0));
  EXPECT_NEAR(u_of(result, "update"), 0.1 * std::hypot(500.0, 500.0) / std::sqrt(12.0), 1e-9);
  EXPECT_NEAR(u_of(result, "latency"), 0.1 * std::hypot(500.0, 500.0) / kRoot3, 1e-9);
}

TEST(CounterEnergy, OfAPartTimeSensorMayHaveMissedLoad) {
  Series series = counter(every(1.0, -5.0, 65.0), joules);
  series.metrology.observed_ratio = 0.25;
  series.metrology.averaging =
      series.metrology.update_interval.emplace(std::chrono::milliseconds(100));
  const auto result = window_energy(series, window(0.0, 60.0), 0.0);
  EXPECT_TRUE(result.codes.contains(Code::kAliasRisk));
  // Limits 0 and 1.5 x 500 W; three quarters of the time unseen.
  EXPECT_NEAR(result.alias_bound, 0.75 * 60.0 * 500.0, 1e-6);
}

}  // namespace
}  // namespace joulemark
