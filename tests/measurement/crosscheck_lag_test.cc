#include "measurement/crosscheck_lag.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "tests/measurement/made_series.h"

namespace joulemark {
namespace {

using ::testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// A random load that a sensor shows `delay` late, every `step` s.
PowerTrace trace(const made::RandomLoad& load, double step, double delay, double from = 0.0,
                 double to = 400.0) {
  PowerTrace result;
  for (double t = from; t <= to; t += step) {
    result.time.push_back(t);
    // The mean over the step: what a real sensor with that period shows.
    result.power.push_back(
        (load.energy(0, t + 50 - delay) - load.energy(0, t + 50 - delay - step)) / step);
  }
  return result;
}

TEST(FindLag, FindsAnInjectedDelayToATenthOfAStep) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const made::RandomLoad load(seed, 500);
    for (const double delay : {-8.0, -0.5, 0.0, 1.0, 2.7, 9.0, 25.0}) {
      const auto lag = find_lag(trace(load, 1.0, 0.0), trace(load, 1.0, delay));
      ASSERT_TRUE(lag);
      EXPECT_NEAR(lag->seconds, delay, 0.25) << seed;
      EXPECT_TRUE(lag->found());
      EXPECT_EQ(lag->fails(), std::fabs(delay) > 10.0);
    }
  }
}

TEST(FindLag, GainAndOffsetDoNotMoveIt) {
  const made::RandomLoad load(1, 500);
  PowerTrace sensor = trace(load, 1.0, 3.0);
  for (double& power : sensor.power) power = 50 + 0.7 * power;
  EXPECT_NEAR(find_lag(trace(load, 1.0, 0.0), sensor)->seconds, 3.0, 0.1);
}

TEST(FindLag, DifferentPeriodsMeetOnTheCoarserGrid) {
  const made::RandomLoad load(2, 500);
  const auto lag = find_lag(trace(load, 0.5, 0.0), trace(load, 2.0, 4.0));
  ASSERT_TRUE(lag);
  EXPECT_DOUBLE_EQ(lag->step, 2.0);
  EXPECT_NEAR(lag->seconds, 4.75, 1.0);  // the longer average lags by half of its excess
}

TEST(FindLag, TracesThatHaveNothingInCommonHaveNone) {
  const made::RandomLoad one(3, 500), other(4, 500);
  const auto lag = find_lag(trace(one, 1.0, 0.0), trace(other, 1.0, 0.0));
  ASSERT_TRUE(lag);
  EXPECT_FALSE(lag->found());
  EXPECT_FALSE(lag->fails());
}

TEST(FindLag, AConstantLoadHasNone) {
  PowerTrace flat;
  for (int t = 0; t < 200; ++t) {
    flat.time.push_back(t);
    flat.power.push_back(500);
  }
  const auto lag = find_lag(flat, flat);
  ASSERT_TRUE(lag);
  EXPECT_FALSE(lag->found());
}

TEST(LatencyAfter, IsTheLagWithOneStepOfDoubt) {
  const auto latency = latency_after({3.0, 0.9, 1.0}, {0.0, 1.0});
  EXPECT_DOUBLE_EQ(latency->min, 2.0);
  EXPECT_DOUBLE_EQ(latency->max, 4.0);
}

TEST(LatencyAfter, WithoutALagTheStatedLimitsWidenToTwoSecondsAndNeverShrink) {
  const auto widened = latency_after({3.0, 0.4, 1.0}, {0.0, 1.0});
  EXPECT_DOUBLE_EQ(widened->min, -0.5);
  EXPECT_DOUBLE_EQ(widened->max, 1.5);
  const auto wide = latency_after({3.0, 0.4, 1.0}, {0.0, 5.0});
  EXPECT_DOUBLE_EQ(wide->min, 0.0);
  EXPECT_DOUBLE_EQ(wide->max, 5.0);
}

TEST(LatencyAfter, RefusesLimitsThatAreNone) {
  EXPECT_FALSE(latency_after({1, 0.9, 1}, {2.0, 1.0}));
  EXPECT_FALSE(latency_after({1, 0.9, 1}, {kNan, 1.0}));
  EXPECT_FALSE(latency_after({kNan, 0.9, 1}, {0.0, 1.0}));
  EXPECT_FALSE(latency_after({1, kNan, 1}, {0.0, 1.0}));
}

void expect_no_grid(const PowerTrace& bad, const std::string& reason) {
  const made::RandomLoad load(1, 500);
  const PowerTrace good = trace(load, 1.0, 0.0);
  for (const auto& grid : {common_grid(good, bad), common_grid(bad, good)}) {
    ASSERT_FALSE(grid) << reason;
    EXPECT_EQ(grid.error().code, ErrorCode::kInvalid);
    EXPECT_THAT(grid.error().message, HasSubstr(reason));
  }
  EXPECT_FALSE(find_lag(good, bad));
}

TEST(CommonGrid, RefusesTracesThatAreNone) {
  const made::RandomLoad load(1, 500);
  const PowerTrace good = trace(load, 1.0, 0.0);
  PowerTrace torn = good, missing = good, turned = good, repeated = good, gap = good, far = good;
  torn.power.pop_back();
  missing.power[7] = kNan;
  std::swap(turned.time[3], turned.time[4]);
  repeated.time[4] = repeated.time[3];
  gap.time.erase(gap.time.begin() + 10, gap.time.begin() + 14);
  gap.power.erase(gap.power.begin() + 10, gap.power.begin() + 14);
  for (double& t : far.time) t += 1e6;
  expect_no_grid({}, "3 readings");
  expect_no_grid({{1, 2}, {1, 2}}, "3 readings");
  expect_no_grid(torn, "3 readings");
  expect_no_grid(missing, "no finite number");
  expect_no_grid(turned, "ascend");
  expect_no_grid(repeated, "ascend");
  expect_no_grid(gap, "gap");
  expect_no_grid(far, "in common");
}

TEST(CommonGrid, InterpolatesBetweenReadings) {
  const auto grid = common_grid({{0, 1, 2, 3}, {0, 10, 20, 30}}, {{0.5, 1.5, 2.5}, {1, 2, 3}});
  ASSERT_TRUE(grid);
  EXPECT_THAT(grid->reference, ::testing::ElementsAre(5, 15, 25));
  EXPECT_THAT(grid->validated, ::testing::ElementsAre(1, 2, 3));
}

TEST(FindLag, RefusesTracesTooShortToShift) {
  const made::RandomLoad load(1, 500);
  EXPECT_TRUE(find_lag(trace(load, 1.0, 0.0, 0, 91), trace(load, 1.0, 0.0, 0, 91)));
  EXPECT_FALSE(find_lag(trace(load, 1.0, 0.0, 0, 89), trace(load, 1.0, 0.0, 0, 89)));
  EXPECT_FALSE(find_lag(trace(load, 1.0, 0.0), trace(load, 1.0, 0.0), kWidestLag * 10));
  for (const double bad : {0.0, -1.0, kNan})
    EXPECT_FALSE(find_lag(trace(load, 1.0, 0.0), trace(load, 1.0, 0.0), bad));
}

}  // namespace
}  // namespace joulemark
