#include "measurement/crosscheck_lag.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

#include "tests/measurement/made_series.h"
#include "tests/measurement/vectors.h"

namespace joulemark {
namespace {

using ::testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// A random load that a sensor shows `delay` late, every `step` s.
PowerTrace trace(const made::RandomLoad& load, double step, double delay, double from = 0.0,
                 double to = 400.0) {
  PowerTrace result;
  const auto last = static_cast<int>((to - from) / step);
  for (int i = 0; i <= last; ++i) {
    const double t = from + i * step;
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

// Steps of a training job: the same again and again, but for what real steps vary.
PowerTrace steps_trace(double period, double varies, double delay, std::uint64_t seed) {
  constexpr int kFine = 20;  // per s
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> joules{0.0};
  while (joules.size() < std::size_t{700} * kFine) {
    const double length = period * (1.0 + varies * normal(random));
    const double high = 1000.0 * (1.0 + varies * normal(random));
    for (int i = 0; i < length * kFine; ++i)
      joules.push_back(joules.back() + (i < 0.6 * length * kFine ? high : 400.0) / kFine);
  }
  PowerTrace out;
  for (int t = 0; t < 600; ++t) {
    const auto at = static_cast<std::size_t>((t + 40 - delay) * kFine);
    out.time.push_back(t);
    out.power.push_back(joules[at] - joules[at - kFine]);
  }
  return out;
}

// The highest peak is that of another period in up to 46 % of such pairs (reference/mc_lag.py), and
// beyond 10 s the pair would be said to disagree.
TEST(FindLag, OfAPeriodicLoadIsTheNearestAndKnowsTheOthers) {
  for (const double period : {3.3, 7.1, 12.3, 19.7})
    for (const double varies : {0.0, 0.01, 0.03})
      for (const double delay : {-0.5, 0.0, 1.5, 3.0}) {
        const auto lag =
            find_lag(steps_trace(period, varies, 0.0, 7), steps_trace(period, varies, delay, 7));
        ASSERT_TRUE(lag);
        EXPECT_TRUE(lag->found());
        EXPECT_FALSE(lag->fails()) << period << " " << varies << " " << delay;
        const auto latency = latency_after(*lag, {0.0, 1.0});
        EXPECT_LE(latency->min, delay) << period << " " << varies;
        EXPECT_GE(latency->max, delay) << period << " " << varies;
        if (period > 10.5 + delay) {
          EXPECT_NEAR(lag->seconds, delay, 0.3);
        }
      }
}

TEST(FindLag, AgreesWithTheVectorOfTheMethod) {
  const nlohmann::json vector = vectors::load("36_lag");
  const nlohmann::json &input = vector["input"], &expected = vector["expected_full"]["cases"];
  ASSERT_EQ(expected.size(), 3U);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    PowerTrace x, y;
    x.power = input["cases"][i]["x"].get<std::vector<double>>();
    y.power = input["cases"][i]["y"].get<std::vector<double>>();
    for (std::size_t k = 0; k < x.power.size(); ++k)
      x.time.push_back(static_cast<double>(k) * input["h"].get<double>());
    y.time = x.time;
    const auto lag = find_lag(x, y, input["max_lag"]);
    ASSERT_TRUE(lag);
    EXPECT_TRUE(vectors::agrees(lag->seconds, expected[i]["lag"]));
    EXPECT_TRUE(vectors::agrees(lag->peak, expected[i]["height"]));
    EXPECT_TRUE(vectors::agrees(lag->earliest, expected[i]["earliest"]));
    EXPECT_TRUE(vectors::agrees(lag->latest, expected[i]["latest"]));
  }
}

TEST(IsClearer, ALagThatIsOneBeforeOneThatMayBeAnotherBeforeALowerPeak) {
  const Lag one{3.0, 0.7, 1.0, 3.0, 3.0}, lower{3.0, 0.6, 1.0, 3.0, 3.0},
      periodic{0.0, 0.99, 1.0, -7.0, 7.0}, none{0.0, 0.2, 1.0, 0.0, 0.0};
  EXPECT_TRUE(is_clearer(one, lower));
  EXPECT_TRUE(is_clearer(lower, periodic));
  EXPECT_TRUE(is_clearer(periodic, none));
  EXPECT_FALSE(is_clearer(none, periodic));
  EXPECT_FALSE(is_clearer(one, one));
}

Lag lag_at(double seconds, double peak) { return {seconds, peak, 1.0, seconds, seconds}; }

TEST(LatencyAfter, HoldsEveryDelayThatMayBe) {
  const auto latency = latency_after({0.5, 0.9, 1.0, -6.5, 7.5}, {0.0, 1.0});
  EXPECT_DOUBLE_EQ(latency->min, -7.5);
  EXPECT_DOUBLE_EQ(latency->max, 8.5);
  EXPECT_FALSE(latency_after({0.5, 0.9, 1.0, 1.0, 7.5}, {0.0, 1.0}));
}

TEST(LatencyAfter, IsTheLagWithOneStepOfDoubt) {
  const auto latency = latency_after(lag_at(3.0, 0.9), {0.0, 1.0});
  EXPECT_DOUBLE_EQ(latency->min, 2.0);
  EXPECT_DOUBLE_EQ(latency->max, 4.0);
}

TEST(LatencyAfter, WithoutALagTheStatedLimitsWidenToTwoSecondsAndNeverShrink) {
  const auto widened = latency_after(lag_at(3.0, 0.4), {0.0, 1.0});
  EXPECT_DOUBLE_EQ(widened->min, -0.5);
  EXPECT_DOUBLE_EQ(widened->max, 1.5);
  const auto wide = latency_after(lag_at(3.0, 0.4), {0.0, 5.0});
  EXPECT_DOUBLE_EQ(wide->min, 0.0);
  EXPECT_DOUBLE_EQ(wide->max, 5.0);
}

TEST(LatencyAfter, RefusesLimitsThatAreNone) {
  EXPECT_FALSE(latency_after(lag_at(1, 0.9), {2.0, 1.0}));
  EXPECT_FALSE(latency_after(lag_at(1, 0.9), {kNan, 1.0}));
  EXPECT_FALSE(latency_after(lag_at(kNan, 0.9), {0.0, 1.0}));
  EXPECT_FALSE(latency_after(lag_at(1, kNan), {0.0, 1.0}));
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
