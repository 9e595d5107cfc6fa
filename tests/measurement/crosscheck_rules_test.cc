// The single rules of METHOD X: ratio, E_n, Deming, Bland-Altman, TOST.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "measurement/crosscheck_agreement.h"
#include "measurement/crosscheck_equivalence.h"
#include "measurement/crosscheck_ratio.h"
#include "measurement/crosscheck_score.h"
#include "measurement/student_t.h"
#include "tests/measurement/vectors.h"

namespace joulemark {
namespace {

using nlohmann::json;
using Blocks = std::vector<double>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(CrosscheckRules, AgreeWithVector12) {
  const json vector = vectors::load("12_attribution_runs_crossval");
  const json &input = vector["input"], &expected = vector["expected_full"];
  const Blocks pdu = input["pdu"], bmc = input["bmc"];
  const ExpectedRatio ratio{input["rho"], input["u_rho"]};
  EXPECT_TRUE(vectors::agrees(
      *en_score({input["E1"], input["U1"]}, {input["E2"], input["U2"]}, ratio), expected["en"]));

  const auto line = deming(pdu, bmc);
  ASSERT_TRUE(line);
  EXPECT_TRUE(vectors::agrees(line->intercept, expected["deming"]["a"]));
  EXPECT_TRUE(vectors::agrees(line->slope, expected["deming"]["b"]));

  const auto limits = bland_altman(pdu, bmc);
  ASSERT_TRUE(limits);
  EXPECT_TRUE(vectors::agrees(limits->bias, expected["bland_altman"]["bias"]));
  EXPECT_TRUE(vectors::agrees(limits->deviation, expected["bland_altman"]["sd"]));
  EXPECT_TRUE(vectors::agrees(limits->low, expected["bland_altman"]["loa_lo"]));
  EXPECT_TRUE(vectors::agrees(limits->high, expected["bland_altman"]["loa_hi"]));

  const auto e = equivalence(*log_ratios(pdu, bmc, ratio), ratio);
  ASSERT_TRUE(e);
  EXPECT_TRUE(vectors::agrees(e->ratio(), expected["tost"]["ratio"]));
  EXPECT_TRUE(vectors::agrees(e->n_eff, expected["tost"]["n_eff"]));
  EXPECT_TRUE(vectors::agrees(e->low(), expected["tost"]["lo"]));
  EXPECT_TRUE(vectors::agrees(e->high(), expected["tost"]["hi"]));
  EXPECT_EQ(e->within(input["tost_bound"]), expected["tost"]["equivalent"].get<bool>());
}

TEST(ExpectedRatioOf, CordSupplyAndDistribution) {
  EXPECT_DOUBLE_EQ(ratio_over_cord()->rho, 1.003);
  EXPECT_DOUBLE_EQ(ratio_over_cord()->u, 0.003 / std::sqrt(3.0));
  const auto supply = ratio_over_supply({0.90, 0.95, kInfinity, ""});
  const double m = 0.5 * (1 / 0.90 + 1 / 0.95), a = 0.5 * (1 / 0.90 - 1 / 0.95);
  EXPECT_DOUBLE_EQ(supply->rho, m);
  EXPECT_DOUBLE_EQ(supply->u, a / (std::sqrt(3.0) * m));
  const auto busbar = ratio_over_distribution({});
  EXPECT_DOUBLE_EQ(busbar->rho, 1.01);
  EXPECT_DOUBLE_EQ(busbar->u, 0.01 / std::sqrt(3.0) / 1.01);
  const ExpectedRatio chain = both(*supply, *busbar);
  EXPECT_DOUBLE_EQ(chain.rho, m * 1.01);
  EXPECT_DOUBLE_EQ(chain.u, std::hypot(supply->u, busbar->u));
}

TEST(ExpectedRatioOf, RefusesLossesThatAreNone) {
  for (const double bad : {-0.1, 1.0, kNan}) EXPECT_FALSE(ratio_over_cord(bad));
  EXPECT_FALSE(ratio_over_supply({0, 1, kInfinity, ""}));
  EXPECT_FALSE(ratio_over_distribution({0.2, 0.1, ""}));
  EXPECT_FALSE(is_ratio({0.0, 0.1}));
  EXPECT_FALSE(is_ratio({1.0, kNan}));
}

TEST(EnScore, IsOneWhereTheDifferenceIsTheUncertaintyOfTheDifference) {
  EXPECT_DOUBLE_EQ(*en_score({105, 3}, {100, 4}, {}), 1.0);
  EXPECT_DOUBLE_EQ(*en_score({100, 3}, {105, 4}, {}), 1.0);
  EXPECT_DOUBLE_EQ(*en_score({102, 1}, {100, 1}, {1.02, 0.0}), 0.0);
}

TEST(EnScore, RefusesExactAndMissingNumbers) {
  EXPECT_FALSE(en_score({100, 0}, {100, 0}, {}));
  for (const double bad : {0.0, -1.0, kNan, kInfinity}) {
    EXPECT_FALSE(en_score({bad, 1}, {1, 1}, {}));
    EXPECT_FALSE(en_score({1, 1}, {bad, 1}, {}));
    EXPECT_FALSE(en_score({1, 1}, {1, 1}, {bad, 0}));
  }
  for (const double bad : {-1.0, kNan, kInfinity}) {
    EXPECT_FALSE(en_score({1, bad}, {1, 1}, {}));
    EXPECT_FALSE(en_score({1, 1}, {1, bad}, {}));
  }
}

TEST(Deming, FindsALineExactlyWhereThereIsOne) {
  const Blocks x = {300, 400, 700, 900, 950};
  Blocks y;
  for (const double each : x) y.push_back(5 + 1.02 * each);
  const auto line = deming(x, y);
  ASSERT_TRUE(line);
  EXPECT_NEAR(line->slope, 1.02, 1e-12);
  EXPECT_NEAR(line->intercept, 5, 1e-9);
  EXPECT_NEAR(line->u_intercept, 0, 1e-9);
}

// Errors of both axes alike: exchanging them inverts the line.
TEST(Deming, TreatsBothSensorsAlike) {
  const Blocks x = {300, 410, 690, 905, 950}, y = {310, 400, 700, 900, 960};
  const auto there = deming(x, y), back = deming(y, x);
  EXPECT_NEAR(there->slope * back->slope, 1.0, 1e-12);
  EXPECT_NEAR(back->intercept, -there->intercept / there->slope, 1e-9);
}

// The stated u(a) is what the intercept really scatters by.
TEST(Deming, TheUncertaintyOfTheInterceptIsHonest) {
  std::mt19937 random(9);
  std::normal_distribution<> noise(0, 3);
  Blocks intercepts;
  double stated = 0.0;
  constexpr int kTrials = 400;
  for (int trial = 0; trial < kTrials; ++trial) {
    Blocks x, y;
    for (int k = 0; k < 20; ++k) {
      const double truth = k < 6 ? 300 : k < 12 ? 700 : 900;
      x.push_back(truth + noise(random));
      y.push_back(truth + noise(random));
    }
    const auto line = deming(x, y);
    ASSERT_TRUE(line);
    intercepts.push_back(line->intercept);
    stated += line->u_intercept * line->u_intercept / kTrials;
  }
  double real = 0.0;
  for (const double each : intercepts) real += each * each / kTrials;
  EXPECT_NEAR(std::sqrt(stated) / std::sqrt(real), 1.0, 0.15);
}

TEST(Deming, DoesNotDependOnTheOrderOfBlocks) {
  Blocks x = {300, 410, 690, 905, 950}, y = {310, 400, 700, 900, 960};
  const auto line = deming(x, y);
  std::reverse(x.begin(), x.end());
  std::reverse(y.begin(), y.end());
  EXPECT_NEAR(deming(x, y)->intercept, line->intercept, 1e-9);
  EXPECT_NEAR(deming(x, y)->u_intercept, line->u_intercept, 1e-9);
}

TEST(Deming, RefusesWhatNoLineGoesThrough) {
  const Blocks x = {1, 2, 3, 4, 5};
  EXPECT_FALSE(deming({}, {}));
  EXPECT_FALSE(deming(Blocks{1, 2, 3, 4}, Blocks{1, 2, 3, 4}));
  EXPECT_FALSE(deming(x, Blocks{1, 2, 3, 4}));
  EXPECT_FALSE(deming(x, Blocks(5, 7.1)));
  EXPECT_FALSE(deming(Blocks(5, 0.1), x));
  EXPECT_FALSE(deming(Blocks{1, 1, 1, 1, 2}, x));  // one block away it is one power only
  EXPECT_FALSE(deming(x, Blocks{5, 4, 3, 2, 1}));
  EXPECT_FALSE(deming(x, Blocks{1, 2, kNan, 4, 5}));
  EXPECT_FALSE(deming(x, Blocks{1, 2, kInfinity, 4, 5}));
  EXPECT_FALSE(deming(Blocks{1e200, 2e200, 3e200, 4e200, 5e200}, x));
}

TEST(BlandAltmanLimits, AreTooWideBeyondFivePercentOfTheMean) {
  const Blocks y = {100, 100, 100, 100, 100};
  const Blocks narrow = {98, 99, 100, 101, 102}, wide = {94, 97, 100, 103, 106};
  EXPECT_FALSE(bland_altman(narrow, y)->too_wide());  // 1.96 x 1.58 W
  EXPECT_TRUE(bland_altman(wide, y)->too_wide());     // 1.96 x 4.74 W
}

TEST(BlandAltmanLimits, RefuseWhatIsNoPairOfSensors) {
  const Blocks x = {1, 2, 3, 4, 5};
  EXPECT_FALSE(bland_altman({}, {}));
  EXPECT_FALSE(bland_altman(x, Blocks{1, 2, 3, 4}));
  EXPECT_FALSE(bland_altman(x, Blocks{1, 2, kNan, 4, 5}));
  EXPECT_FALSE(bland_altman(x, Blocks(5, 1.7e308)));
}

TEST(EquivalenceOf, TheIntervalHoldsTheInjectedRatioAsOftenAsItSays) {
  std::mt19937 random(12);
  std::normal_distribution<> scatter(0, 0.004);
  int held = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    Blocks r;
    for (int k = 0; k < 10; ++k) r.push_back(0.02 + scatter(random));
    const auto e = equivalence(r, {});
    held += std::fabs(e->mean_r - 0.02) <= e->half_width ? 1 : 0;
  }
  EXPECT_GE(held, 880);
}

TEST(EquivalenceOf, BlocksThatFollowEachOtherCountLess) {
  const Blocks drift = {-3, -2, -1, 0, 1, 2, 3, 4}, turns = {-3, 4, -2, 3, -1, 2, 0, 1};
  EXPECT_LT(equivalence(drift, {})->n_eff, equivalence(turns, {})->n_eff);
  EXPECT_DOUBLE_EQ(equivalence(turns, {})->n_eff, 8.0);
}

// By hand: a1 = 1/8, r1 = (1/8 + 1/8)/(1 - 3/8) = 0.4; t_0.95(2) = 2.920.
TEST(EquivalenceOf, CorrectsTheCorrelationForFewBlocks) {
  const Blocks pairs = {1, 1, -1, -1, 1, 1, -1, -1};
  const auto e = equivalence(pairs, {});
  ASSERT_TRUE(e);
  const double n_eff = 8 * 0.6 / 1.4;
  EXPECT_DOUBLE_EQ(e->n_eff, n_eff);
  const double s_e = std::sqrt(8.0 / 7.0) * std::sqrt(n_eff * 7 / (8 * (n_eff - 1)));
  EXPECT_DOUBLE_EQ(e->u_scatter, s_e / std::sqrt(n_eff));
  EXPECT_DOUBLE_EQ(e->half_width, 2.920 * e->u_scatter);
}

TEST(EquivalenceOf, NeverTakesTheCorrelationForMoreThanNineTenths) {
  Blocks drift;
  for (int k = 0; k < 60; ++k) drift.push_back(1e-6 * k);
  EXPECT_DOUBLE_EQ(equivalence(drift, {})->n_eff, 60 * 0.1 / 1.9);
}

TEST(EquivalenceOf, TooFewEffectiveBlocksAreNeverEquivalent) {
  Blocks drift;
  for (int k = 0; k < 40; ++k) drift.push_back(1e-9 * k);
  const auto e = equivalence(drift, {});
  ASSERT_TRUE(e);
  ASSERT_NEAR(e->n_eff, 2.1, 0.01);
  EXPECT_FALSE(e->within(kGrade5));
  EXPECT_FALSE(e->within(1e9));
  EXPECT_EQ(e->low(), 0.0);
  EXPECT_EQ(e->high(), kInfinity);
}

TEST(EquivalenceOf, ADeviationToEitherSideLeavesTheLimits) {
  for (const double r : {-0.04, 0.04}) {
    Blocks turns;
    for (int k = 0; k < 10; ++k) turns.push_back(r + (k % 2 == 0 ? 1e-6 : -1e-6));
    EXPECT_FALSE(equivalence(turns, {})->within(kGrade3));
    EXPECT_TRUE(equivalence(turns, {})->within(kGrade5));
  }
}

TEST(EquivalenceOf, TheUncertaintyOfTheRatioWidensTheInterval) {
  const Blocks r(10, 0.0);
  EXPECT_TRUE(equivalence(r, {1.0, 0.01})->within(kGrade3));
  EXPECT_FALSE(equivalence(r, {1.0, 0.02})->within(kGrade3));
  EXPECT_TRUE(equivalence(r, {1.0, 0.02})->within(kGrade5));
}

TEST(EquivalenceOf, RefusesFewBlocksAndWhatHasNoLogarithm) {
  EXPECT_FALSE(equivalence({}, {}));
  EXPECT_FALSE(equivalence(Blocks(4, 0.0), {}));
  EXPECT_FALSE(equivalence(Blocks(5, kNan), {}));
  EXPECT_FALSE(equivalence(Blocks(5, 0.0), {0.0, 0.0}));
  const Blocks good(5, 1.0);
  EXPECT_FALSE(log_ratios(good, Blocks(4, 1.0), {}));
  EXPECT_FALSE(log_ratios(good, good, {kNan, 0.0}));
  for (const double bad : {0.0, -1.0, kNan, kInfinity}) {
    EXPECT_FALSE(log_ratios(Blocks(5, bad), good, {}));
    EXPECT_FALSE(log_ratios(good, Blocks(5, bad), {}));
  }
  EXPECT_FALSE(log_ratios(Blocks(5, 1e-300), Blocks(5, 1e300), {}));
}

TEST(OneSidedFactor, IsTheTableOfTheMethod) {
  EXPECT_DOUBLE_EQ(one_sided_factor(1.0), 6.314);
  EXPECT_DOUBLE_EQ(one_sided_factor(7.0 - 1e-9), 1.895);
  EXPECT_DOUBLE_EQ(one_sided_factor(7.9), 1.895);
  EXPECT_DOUBLE_EQ(one_sided_factor(29.5), 1.699);
  EXPECT_DOUBLE_EQ(one_sided_factor(30.0), 1.697);
  EXPECT_DOUBLE_EQ(one_sided_factor(kInfinity), 1.697);
  EXPECT_DOUBLE_EQ(one_sided_factor(kNan), 6.314);
  EXPECT_DOUBLE_EQ(one_sided_factor(-1.0), 6.314);
}

}  // namespace
}  // namespace joulemark
