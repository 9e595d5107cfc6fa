// Rules.

#include "measurement/accuracy.h"

#include <gtest/gtest.h>

#include <cmath>

namespace joulemark {
namespace {

Budget budget_of(const Accuracy& accuracy, double energy, double duration) {
  Budget budget;
  add_accuracy(budget, accuracy, energy, duration);
  return budget;
}

// Two supplies of 1000 W each, with the default limits of a BMC input.
Metrology bmc_input() {
  Metrology out;
  out.accuracy = {0.05,  Watts(20.0), Distribution::kRectangular,   12.5,
                  "bmc", 1.0,         AccuracySource::kClassDefault};
  out.rating = Watts(2000.0);
  out.supplies_by_load = 2;
  return out;
}

TEST(LimitsInForce, OfAPsuInputAreThoseOfItsLoad) {
  const Accuracy high = limits_in_force(bmc_input(), Watts(500.0));
  EXPECT_EQ(high.relative, 0.05);
  EXPECT_EQ(high.absolute, Watts(20.0));
  EXPECT_EQ(high.group, "bmc");
  const Accuracy middle = limits_in_force(bmc_input(), Watts(300.0));
  EXPECT_EQ(middle.relative, 0.15);
  EXPECT_EQ(middle.absolute, Watts(20.0));
  const Accuracy low = limits_in_force(bmc_input(), Watts(150.0));
  EXPECT_EQ(low.relative, 0.25);
  EXPECT_EQ(low.absolute, Watts(0.0));
  EXPECT_EQ(low.distribution, Distribution::kNormalK1);
  const Accuracy lowest = limits_in_force(bmc_input(), Watts(80.0));
  EXPECT_EQ(lowest.relative, 0.0);
  EXPECT_EQ(lowest.absolute, Watts(30.0));
}

TEST(LimitsInForce, WithoutARatingAreThoseOfTheLowestLoad) {
  Metrology unrated = bmc_input();
  unrated.rating.reset();
  EXPECT_EQ(limits_in_force(unrated, Watts(900.0)).relative, 0.25);
  unrated.rating = Watts(0.0);
  EXPECT_EQ(limits_in_force(unrated, Watts(900.0)).relative, 0.25);
}

TEST(LimitsInForce, ThatSomebodyStatedHoldAtEveryLoad) {
  Metrology stated = bmc_input();
  stated.accuracy.source = AccuracySource::kDevice;
  EXPECT_EQ(limits_in_force(stated, Watts(80.0)), stated.accuracy);
  Metrology other = bmc_input();
  other.supplies_by_load = 0;
  EXPECT_EQ(limits_in_force(other, Watts(80.0)), other.accuracy);
}

TEST(Accuracy, DividesLimitsByTheirDistribution) {
  Accuracy accuracy;
  accuracy.relative = 0.01;
  accuracy.absolute = Watts(2.0);
  const auto rect = budget_of(accuracy, 10000.0, 60.0);
  ASSERT_EQ(rect.size(), 2u);
  EXPECT_DOUBLE_EQ(rect[0].u, 100.0 / std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(rect[1].u, 120.0 / std::sqrt(3.0));
  accuracy.distribution = Distribution::kNormalK1;
  EXPECT_DOUBLE_EQ(budget_of(accuracy, 10000.0, 60.0)[0].u, 100.0);
  accuracy.distribution = Distribution::kNormalK2;
  EXPECT_DOUBLE_EQ(budget_of(accuracy, 10000.0, 60.0)[0].u, 50.0);
  accuracy.distribution = Distribution::kTriangular;
  EXPECT_DOUBLE_EQ(budget_of(accuracy, 10000.0, 60.0)[0].u, 100.0 / std::sqrt(6.0));
}

TEST(Accuracy, GivesACertificateFiftyDegreesOfFreedomUnlessStated) {
  Accuracy accuracy;
  accuracy.relative = 0.01;
  EXPECT_EQ(budget_of(accuracy, 1.0, 1.0)[0].dof, kInfinity);
  accuracy.distribution = Distribution::kNormalK2;
  EXPECT_EQ(budget_of(accuracy, 1.0, 1.0)[0].dof, 50.0);
  accuracy.dof = 9.0;
  EXPECT_EQ(budget_of(accuracy, 1.0, 1.0)[0].dof, 9.0);
}

TEST(Accuracy, SplitsTheVarianceBetweenModelAndUnit) {
  Accuracy accuracy;
  accuracy.relative = 0.05;
  accuracy.distribution = Distribution::kNormalK1;
  accuracy.group = "nvml/A100";
  accuracy.common = 0.64;
  const auto budget = budget_of(accuracy, 1000.0, 1.0);
  ASSERT_EQ(budget.size(), 4u);
  EXPECT_DOUBLE_EQ(budget[0].u, 40.0);
  EXPECT_EQ(budget[0].group, "nvml/A100/gain");
  EXPECT_EQ(budget[1].name, "gain_unit");
  EXPECT_DOUBLE_EQ(budget[1].u, 30.0);
  EXPECT_EQ(budget[1].group, "");
}

TEST(Accuracy, OfASingleCalibratedSensorIsUngrouped) {
  Accuracy accuracy;
  accuracy.relative = 0.01;
  accuracy.common = 0.5;
  const auto budget = budget_of(accuracy, 100.0, 1.0);
  ASSERT_EQ(budget.size(), 2u);
  EXPECT_EQ(budget[0].group, "");
  EXPECT_DOUBLE_EQ(budget[0].u, 1.0 / std::sqrt(3.0));
  EXPECT_EQ(latency_group(accuracy), "");
}

}  // namespace
}  // namespace joulemark
