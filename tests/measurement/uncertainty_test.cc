// Rules U-1 to U-3 with numbers that a pocket calculator gives.

#include "measurement/uncertainty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "measurement/student_t.h"

namespace joulemark {
namespace {

TEST(CoverageFactor, IsStudentsTBelowSixtyAndTwoAbove) {
  EXPECT_EQ(coverage_factor(1.0), 12.706);
  EXPECT_EQ(coverage_factor(9.0), 2.262);
  EXPECT_EQ(coverage_factor(9.99), 2.262);
  EXPECT_EQ(coverage_factor(59.0), 2.001);
  EXPECT_EQ(coverage_factor(60.0), 2.0);
  EXPECT_EQ(coverage_factor(kInfinity), 2.0);
}

TEST(CoverageFactor, KeepsAnExactIntegerFromRoundingDown) {
  EXPECT_EQ(coverage_factor(10.0 - 1e-9), coverage_factor(10.0));
}

TEST(CoverageFactor, TakesTheWorstCaseForNoDegreesOfFreedom) {
  EXPECT_EQ(coverage_factor(0.3), 12.706);
  EXPECT_EQ(coverage_factor(std::nan("")), 12.706);
}

TEST(Combine, AddsEqualGroupsLinearlyAndTheRestByRootSumOfSquares) {
  const Combined combined = combine({{"gain", 3.0, kInfinity, "model/gain"},
                                     {"gain", 1.0, kInfinity, "model/gain"},
                                     {"resolution", 3.0}});
  EXPECT_DOUBLE_EQ(combined.u_c, 5.0);
  EXPECT_DOUBLE_EQ(combined.U, 10.0);
  EXPECT_EQ(combined.k, 2.0);
  EXPECT_EQ(combined.dof, kInfinity);
}

TEST(Combine, TakesTheSmallestDegreesOfFreedomOfAGroup) {
  const Combined combined = combine({{"gain", 1.0, 50.0, "m/gain"}, {"gain", 1.0, 9.0, "m/gain"}});
  EXPECT_DOUBLE_EQ(combined.dof, 9.0);
  EXPECT_DOUBLE_EQ(combined.U, 2.262 * 2.0);
}

TEST(Combine, AppliesStudentsTOnlyToTheFinitePart) {
  const Combined combined = combine({{"integration", 3.0, 4.0}, {"edge", 4.0}});
  EXPECT_DOUBLE_EQ(combined.u_c, 5.0);
  EXPECT_DOUBLE_EQ(combined.U, std::hypot(2.776 * 3.0, 2.0 * 4.0));
  EXPECT_DOUBLE_EQ(combined.dof, 625.0 / (81.0 / 4.0));
}

TEST(Combine, GroupsOutagesThatTouchThroughOthers) {
  // 1..3 and 5..7 meet only through 3..5; 8..9 is apart.
  const Budget budget = {{"gap", 1.0, kInfinity, {}, Interval{5.0, 7.0}},
                         {"gap", 1.0, kInfinity, {}, Interval{8.0, 9.0}},
                         {"reset", 1.0, kInfinity, {}, Interval{1.0, 3.0}},
                         {"gap", 1.0, kInfinity, {}, Interval{3.0, 5.0}}};
  const Budget lines = grouped(budget);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].group, "outage/1");
  EXPECT_EQ(lines[0].u, 3.0);
  EXPECT_EQ(lines[0].name, "outage/1") << "gaps and resets together";
  EXPECT_EQ(lines[0].outage, (Interval{1.0, 7.0}));
  EXPECT_EQ(lines[1].group, "outage/2");
  EXPECT_EQ(lines[1].name, "gap");
}

TEST(Combine, OfNothingIsZeroWithKTwo) {
  const Combined combined = combine({});
  EXPECT_EQ(combined.U, 0.0);
  EXPECT_EQ(combined.k, 2.0);
}

TEST(Combine, DoesNotDependOnTheOrderOfComponents) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> size(0.0, 100.0);
  Budget budget;
  for (int i = 0; i < 200; ++i) {
    UncertaintyComponent component{"gain", size(random), i % 3 == 0 ? 12.5 : kInfinity};
    if (i % 4 != 0) component.group = "group/" + std::to_string(i % 7);
    if (i % 10 == 0) component.outage = Interval{size(random), 101.0 + size(random)};
    budget.push_back(component);
  }
  const Combined first = combine(budget);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(budget.begin(), budget.end(), random);
    const Combined again = combine(budget);
    EXPECT_NEAR(again.U, first.U, 1e-12 * first.U);
    EXPECT_NEAR(again.u_c, first.u_c, 1e-12 * first.u_c);
  }
}

TEST(Combine, NeverFallsWhenAComponentGrows) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> size(0.0, 10.0);
  for (int round = 0; round < 500; ++round) {
    Budget budget;
    for (int i = 0; i < 6; ++i) budget.push_back({"x", size(random), i < 3 ? 3.0 + i : kInfinity});
    const double before = combine(budget).U;
    budget[3 + static_cast<std::size_t>(round) % 3].u *= 1.5;
    EXPECT_GE(combine(budget).U, before);
  }
}

TEST(SafeUncertainty, AddsTheWorstCaseOfAliasing) {
  EXPECT_DOUBLE_EQ(safe_uncertainty(3.0, 2.0 * std::sqrt(3.0)), 5.0);
}

}  // namespace
}  // namespace joulemark
