#include "measurement/psu_efficiency.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace joulemark {
namespace {

using ::testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

PsuCurve curve() {
  return {"PSU-3000",
          3000,
          {{0.2, 0.93, 0.95}, {0.5, 0.955, 0.965}, {1.0, 0.935, 0.945}, {0.1, 0.88, 0.90}}};
}

void expect_limits(const Result<EfficiencyLimits>& limits, double low, double high) {
  ASSERT_TRUE(limits);
  EXPECT_DOUBLE_EQ(limits->low, low);
  EXPECT_DOUBLE_EQ(limits->high, high);
  EXPECT_EQ(limits->psu_model, "PSU-3000");
}

TEST(EfficiencyAtOutput, TakesThePointsOnBothSidesOfTheLoad) {
  expect_limits(efficiency_at_output(curve(), 900, 1), 0.93, 0.965);    // 30 %
  expect_limits(efficiency_at_output(curve(), 2400, 1), 0.935, 0.965);  // 80 %
}

TEST(EfficiencyAtOutput, SharesThePowerBetweenThePowerSupplies) {
  expect_limits(efficiency_at_output(curve(), 6 * 400, 6), 0.88, 0.95);  // 13 %
}

TEST(EfficiencyAtOutput, ALoadAtAPointIsThatPointAlone) {
  expect_limits(efficiency_at_output(curve(), 1500, 1), 0.955, 0.965);
  expect_limits(efficiency_at_output(curve(), 3000, 1), 0.935, 0.945);
}

TEST(EfficiencyAtOutput, OutsideTheCertifiedPointsNothingIsKnown) {
  for (const double watts : {0.0, 299.0, 3001.0}) {
    const auto limits = efficiency_at_output(curve(), watts, 1);
    ASSERT_FALSE(limits) << watts;
    EXPECT_EQ(limits.error().code, ErrorCode::kNotPresent);
    EXPECT_THAT(limits.error().message, HasSubstr("outside the certified points, 10 % to 100 %"));
  }
}

// 1600 W in are 1408 to 1544 W out: below and above the point at 50 %.
TEST(EfficiencyAtInput, CountsEveryPointThatTheLoadMayBeNear) {
  expect_limits(efficiency_at_input(curve(), 1600, 1), 0.93, 0.965);
}

TEST(EfficiencyAtInput, HoldsTheLimitsAtEveryOutputThatTheInputCanMean) {
  std::mt19937 random(4);
  std::uniform_real_distribution<> any(400, 3100), eta(0.88, 0.965);
  for (int trial = 0; trial < 2000; ++trial) {
    const double input = any(random);
    const auto at_input = efficiency_at_input(curve(), input, 1);
    const auto at_output = efficiency_at_output(curve(), input * eta(random), 1);
    if (!at_input) continue;
    ASSERT_TRUE(at_output);
    ASSERT_LE(at_input->low, at_output->low);
    ASSERT_GE(at_input->high, at_output->high);
  }
}

TEST(EfficiencyAtOutput, DoesNotDependOnTheOrderOfThePoints) {
  PsuCurve turned = curve();
  for (std::size_t i = 0; i < turned.points.size(); ++i) {
    std::rotate(turned.points.begin(), turned.points.begin() + 1, turned.points.end());
    expect_limits(efficiency_at_output(turned, 900, 1), 0.93, 0.965);
  }
}

TEST(EfficiencyAtOutput, RefusesCurvesAndLoadsThatAreNone) {
  using Change = void (*)(PsuCurve&);
  for (const Change change : std::initializer_list<Change>{
           [](PsuCurve& c) { c.points.clear(); }, [](PsuCurve& c) { c.rated_watts = 0; },
           [](PsuCurve& c) { c.rated_watts = kNan; }, [](PsuCurve& c) { c.points[0].low = 0; },
           [](PsuCurve& c) { c.points[0].high = 1.1; }, [](PsuCurve& c) { c.points[0].low = 0.99; },
           [](PsuCurve& c) { c.points[0].load = kNan; },
           [](PsuCurve& c) { c.points[0].load = c.points[1].load; }}) {
    PsuCurve bad = curve();
    change(bad);
    EXPECT_EQ(efficiency_at_output(bad, 900, 1).error().code, ErrorCode::kInvalid);
    EXPECT_EQ(efficiency_at_input(bad, 900, 1).error().code, ErrorCode::kInvalid);
  }
  for (const double watts : {-1.0, kNan, kInfinity})
    EXPECT_EQ(efficiency_at_output(curve(), watts, 1).error().code, ErrorCode::kInvalid);
  EXPECT_EQ(efficiency_at_input(curve(), 900, 0).error().code, ErrorCode::kInvalid);
}

}  // namespace
}  // namespace joulemark
