#include "measurement/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace joulemark {
namespace {

TEST(Statistics, MedianOfAnEvenCountIsTheMeanOfTheMiddleTwo) {
  EXPECT_EQ(median({4.0, 1.0, 3.0, 2.0}), 2.5);
  EXPECT_EQ(median({5.0, 1.0, 3.0}), 3.0);
  EXPECT_EQ(median({}), 0.0);
}

TEST(Statistics, StandardDeviationDividesByOneLess) {
  const std::vector<double> values = {1.0, 3.0};
  EXPECT_DOUBLE_EQ(standard_deviation(values), std::sqrt(2.0));
  EXPECT_EQ(standard_deviation(std::vector<double>{7.0}), 0.0);
}

TEST(Statistics, LimitsAreRectangular) {
  EXPECT_DOUBLE_EQ(rectangular(3.0), std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(spread_evenly(6.0), std::sqrt(3.0));
}

}  // namespace
}  // namespace joulemark
