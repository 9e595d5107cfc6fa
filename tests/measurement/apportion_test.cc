#include "measurement/apportion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace joulemark {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Weights = std::vector<double>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

std::vector<Millijoules> split(Millijoules total, const Weights& weights) {
  const auto shares = apportion(total, weights);
  EXPECT_TRUE(shares);
  return shares.value_or(std::vector<Millijoules>{});
}

TEST(Apportion, TheRestGoesToTheLargestFractions) {
  EXPECT_THAT(split(10, {1, 1, 1}), ElementsAre(4, 3, 3));     // ties: lower index
  EXPECT_THAT(split(10, {0.55, 0.45}), ElementsAre(6, 4));     // 5.5 and 4.5: a tie
  EXPECT_THAT(split(10, {16, 38, 46}), ElementsAre(2, 4, 4));  // 1.6, 3.8, 4.6
  EXPECT_THAT(split(1, {1, 2}), ElementsAre(0, 1));
}

TEST(Apportion, WithoutAnyWeightNothingIsApportioned) {
  EXPECT_THAT(split(10, {0, 0}), ElementsAre(0, 0));
  EXPECT_THAT(split(10, {}), IsEmpty());
  EXPECT_THAT(split(0, {1, 2}), ElementsAre(0, 0));
}

TEST(Apportion, NobodyWithoutWeightGetsAnything) {
  EXPECT_THAT(split(7, {0, 3, 0, 3, 3}), ElementsAre(0, 3, 0, 2, 2));
}

// Exact for any weights, each share within 1 mJ of its exact value (or the rounding of doubles).
TEST(Apportion, ConservesEveryMillijouleForRandomWeights) {
  std::mt19937_64 random(11);
  std::uniform_int_distribution<Millijoules> any_total(0, kMostMillijoules);
  std::uniform_int_distribution<int> count(1, 40), exponent(-300, 300), bits(0, 53);
  std::uniform_real_distribution<double> any(0.0, 1.0);
  for (int trial = 0; trial < 20000; ++trial) {
    const Millijoules total = any_total(random) >> bits(random);
    Weights weights(static_cast<std::size_t>(count(random)));
    const double scale = std::pow(10.0, exponent(random));
    for (double& weight : weights) weight = any(random) < 0.2 ? 0.0 : any(random) * scale;
    const auto shares = split(total, weights);
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    ASSERT_EQ(std::accumulate(shares.begin(), shares.end(), Millijoules{0}), sum > 0 ? total : 0);
    if (sum <= 0) continue;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      ASSERT_GE(shares[i], 0);
      ASSERT_TRUE(weights[i] > 0.0 || shares[i] == 0);
      const double exact = static_cast<double>(total) * (weights[i] / sum);
      ASSERT_NEAR(static_cast<double>(shares[i]), exact, 1.0 + 1e-15 * static_cast<double>(total));
    }
  }
}

TEST(Apportion, OnlyTheProportionOfWeightsMatters) {
  for (const double scale : {0x1p-1000, 0x1p-1, 0x1p1000})
    EXPECT_EQ(split(123456789, {1 * scale, 2 * scale, 4 * scale}), split(123456789, {1, 2, 4}));
}

TEST(Apportion, HugeAndTinyWeightsDoNotOverflow) {
  EXPECT_THAT(split(kMostMillijoules, {1.7e308, 5e-324}), ElementsAre(kMostMillijoules, 0));
  EXPECT_THAT(split(9, {5e-324, 5e-324, 5e-324}), ElementsAre(3, 3, 3));
}

TEST(Apportion, RefusesNegativeAndMissingNumbers) {
  for (const double bad : {-1.0, kNan, kInfinite}) {
    const auto shares = apportion(10, Weights{1, bad});
    ASSERT_FALSE(shares);
    EXPECT_EQ(shares.error().code, ErrorCode::kInvalid);
  }
  EXPECT_FALSE(apportion(-1, Weights{1}));
  EXPECT_FALSE(apportion(kMostMillijoules + 1, Weights{1}));
}

TEST(MillijoulesOf, RoundsHalvesUpAndRefusesWhatIntegersDoNotHold) {
  EXPECT_EQ(*millijoules(0.0005), 1);
  EXPECT_EQ(*millijoules(0.00049), 0);
  EXPECT_EQ(*millijoules(30000.123457), 30000123);
  for (const double bad : {-0.001, kNan, kInfinite, 1e13}) EXPECT_FALSE(millijoules(bad)) << bad;
}

}  // namespace
}  // namespace joulemark
