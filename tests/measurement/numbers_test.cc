#include "measurement/numbers.h"

#include <gtest/gtest.h>

#include <limits>

namespace joulemark {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Numbers, AnAmountIsFiniteAndNotNegative) {
  EXPECT_TRUE(is_amount(0.0));
  EXPECT_TRUE(is_amount(5e-324));
  for (const double bad : {-5e-324, -kInfinity, kInfinity, kNan}) EXPECT_FALSE(is_amount(bad));
}

TEST(Numbers, APositiveOneIsAboveZero) {
  EXPECT_TRUE(is_positive(5e-324));
  for (const double bad : {0.0, -0.0, -1.0, kInfinity, kNan}) EXPECT_FALSE(is_positive(bad));
}

TEST(Numbers, ABudgetHasNoUncertaintyOrDofThatIsNone) {
  EXPECT_TRUE(is_budget({}));
  EXPECT_TRUE(is_budget({{"gain", 1.0, kInfinity, "", {}}, {"tick", 0.0, 1.0, "", {}}}));
  for (const double bad : {-1.0, kNan}) {
    EXPECT_FALSE(is_budget({{"gain", 1.0, kInfinity, "", {}}, {"tick", bad, 1.0, "", {}}}));
    EXPECT_FALSE(is_budget({{"gain", 1.0, bad, "", {}}}));
  }
  EXPECT_FALSE(is_budget({{"gain", kInfinity, 1.0, "", {}}}));
}

}  // namespace
}  // namespace joulemark
