#include "measurement/frozen.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace joulemark {
namespace {

using Power = std::function<double(double)>;

Series sampled(SeriesKind kind, double period, double duration, const Power& value) {
  Series series;
  series.kind = kind;
  series.metrology.update_interval = Duration{0};
  for (int i = 0; i * period <= duration; ++i) {
    series.time.push_back(UtcTime(from_seconds(1000.0 + i * period)));
    series.value.push_back(value(i * period));
  }
  return series;
}

Series gauge(const Power& power, double period = 1.0, double duration = 60.0) {
  return sampled(SeriesKind::kGauge, period, duration, power);
}

double working(double t) { return 500.0 + 100.0 * std::sin(t / 3.0); }

// Works, but stands still between 20 s and 40 s.
double stuck(double t) { return t >= 20.0 && t <= 40.0 ? working(20.0) : working(t); }

Thawed drop(const Series& series, const Series& other) {
  const Series* others[] = {&other};
  return drop_frozen(series, others);
}

TEST(Frozen, ReadingsThatStandStillWhileTheMemberMovesAreDroppedButTheFirst) {
  const Thawed thawed = drop(gauge(stuck), gauge(working));
  EXPECT_TRUE(thawed.frozen);
  ASSERT_EQ(thawed.series.time.size(), 41u);
  EXPECT_EQ(thawed.series.time[20], UtcTime(from_seconds(1020.0)));
  EXPECT_EQ(thawed.series.time[21], UtcTime(from_seconds(1041.0)));
  EXPECT_EQ(thawed.series.value.size(), 41u);
}

TEST(Frozen, EveryColumnLosesTheSameReadings) {
  Series series = gauge(stuck);
  for (std::size_t i = 0; i < series.time.size(); ++i) {
    const auto number = static_cast<double>(i);
    for (auto* column : {&series.variance, &series.uncovered, &series.resets, &series.power_min,
                         &series.power_max})
      column->push_back(number);
    series.start.push_back(series.time[i]);
  }
  const Series thawed = drop(series, gauge(working)).series;
  for (const auto* column : {&thawed.variance, &thawed.uncovered, &thawed.resets, &thawed.power_min,
                             &thawed.power_max}) {
    ASSERT_EQ(column->size(), 41u);
    EXPECT_EQ((*column)[20], 20.0);
    EXPECT_EQ((*column)[21], 41.0);
  }
  EXPECT_EQ(thawed.start, thawed.time);
}

TEST(Frozen, ASteadyLoadIsNotAFrozenSensor) {
  const Series still = gauge([](double) { return 300.0; });
  EXPECT_FALSE(drop(still, gauge([](double t) { return 300.0 + std::sin(t); })).frozen);
  EXPECT_FALSE(drop_frozen(still, {}).frozen);
}

TEST(Frozen, AMoveOfFivePercentIsNotEnough) {
  const Series still = gauge([](double) { return 300.0; });
  EXPECT_FALSE(drop(still, gauge([](double t) { return t < 30 ? 97.7 : 102.3; })).frozen);
  EXPECT_TRUE(drop(still, gauge([](double t) { return t < 30 ? 97.0 : 103.0; })).frozen);
}

TEST(Frozen, TheMoveMustFallIntoTheTimeThatStandsStill) {
  const Series other = gauge([](double t) { return t < 45.0 ? 300.0 : working(t); });
  EXPECT_FALSE(drop(gauge(stuck), other).frozen);
}

TEST(Frozen, ShorterThanTenSecondsOrFiveStepsIsNotFrozen) {
  const auto nine_seconds = [](double t) { return t >= 20 && t < 29.5 ? 480.0 : working(t); };
  EXPECT_FALSE(drop(gauge(nine_seconds), gauge(working)).frozen);
  // 20 s are four steps of 5 s.
  EXPECT_FALSE(drop(gauge(stuck, 5.0), gauge(working)).frozen);
  Series slow = gauge(stuck);
  slow.metrology.update_interval = from_seconds(5.0);
  EXPECT_FALSE(drop(slow, gauge(working)).frozen);
}

TEST(Frozen, WhatTheGaugeCannotResolveIsNoEvidence) {
  Series coarse = gauge([](double) { return 100.0; });
  coarse.metrology.resolution = 10.0;
  const Series other = gauge([](double t) { return 40.0 + 4.0 * std::sin(t); });
  EXPECT_FALSE(drop(coarse, other).frozen);
}

TEST(Frozen, ACounterOfTheSameMemberIsAWitness) {
  const Series counter = sampled(SeriesKind::kCounter, 1.0, 60.0, [](double t) {
    return t < 30 ? 400 * t : 12000 + 600 * (t - 30);
  });
  EXPECT_TRUE(drop(gauge(stuck), counter).frozen);
}

TEST(Frozen, TheTicksOfACoarseCounterAreNoMovement) {
  Series counter = sampled(SeriesKind::kCounter, 1.0, 60.0,
                           [](double t) { return std::floor(500.0 * t / 3600.0) * 3600.0; });
  counter.metrology.resolution = 3600.0;
  EXPECT_FALSE(drop(gauge([](double) { return 500.0; }), counter).frozen);
}

TEST(Frozen, NoNumberDoesNotInterruptAFreeze) {
  Series series = gauge(stuck);
  series.value[25] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(drop(series, gauge(working)).frozen);
}

TEST(Frozen, CountersAreReturnedAsTheyAre) {
  Series counter = gauge(stuck);
  counter.kind = SeriesKind::kCounter;
  const Thawed thawed = drop(counter, gauge(working));
  EXPECT_FALSE(thawed.frozen);
  EXPECT_EQ(thawed.series.time.size(), counter.time.size());
}

}  // namespace
}  // namespace joulemark
