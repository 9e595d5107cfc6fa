#include "measurement/energy_per_work.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace joulemark {
namespace {

TEST(EnergyPerWork, CompletedCountsAddNoUncertainty) {
  const auto y = energy_per_work(1000, 5, 12, 100);
  ASSERT_TRUE(y);
  EXPECT_DOUBLE_EQ(y->value, 10.0);
  EXPECT_DOUBLE_EQ(y->u, 0.05);
  EXPECT_DOUBLE_EQ(y->U, 0.12);
  EXPECT_DOUBLE_EQ(y->k, 2.4);
}

TEST(EnergyPerWork, AnUncertainCountAddsInSquares) {
  const auto y = energy_per_work(1000, 3, 6, 1000, 4);
  ASSERT_TRUE(y);
  EXPECT_DOUBLE_EQ(y->u, 0.005);
  EXPECT_DOUBLE_EQ(y->U, 0.010);
}

TEST(EnergyPerWork, ExactFiguresHaveNoUncertaintyAndTheUsualFactor) {
  const auto y = energy_per_work(10, 0, 0, 5);
  ASSERT_TRUE(y);
  EXPECT_DOUBLE_EQ(y->U, 0.0);
  EXPECT_DOUBLE_EQ(y->k, 2.0);
}

TEST(EnergyPerWork, RefusesNothingDividedAndNothingToDivideBy) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, -1.0, nan, infinite}) {
    EXPECT_FALSE(energy_per_work(bad, 1, 2, 5)) << bad;
    EXPECT_FALSE(energy_per_work(5, 1, 2, bad)) << bad;
  }
  for (const double bad : {-1.0, nan, infinite}) {
    EXPECT_FALSE(energy_per_work(5, bad, 2, 5)) << bad;
    EXPECT_FALSE(energy_per_work(5, 1, bad, 5)) << bad;
    EXPECT_FALSE(energy_per_work(5, 1, 2, 5, bad)) << bad;
  }
  EXPECT_FALSE(energy_per_work(1e300, 1, 2, 1e-300));
}

}  // namespace
}  // namespace joulemark
