#include "measurement/idle_baseline.h"

#include <gtest/gtest.h>

#include <limits>

namespace joulemark {
namespace {

SeriesEnergy idle(double energy, double u, double duration) {
  SeriesEnergy result;
  result.energy = energy;
  result.combined.u_c = u;
  result.duration = duration;
  return result;
}

TEST(IdleBaseline, IsTheMeanPowerWithTheUncertaintyOfTheEnergy) {
  const auto baseline = idle_baseline(idle(60000, 600, 600));
  ASSERT_TRUE(baseline);
  EXPECT_DOUBLE_EQ(baseline->watts, 100.0);
  EXPECT_DOUBLE_EQ(baseline->u, 1.0);
}

TEST(IdleBaseline, NeedsFiveMinutes) {
  EXPECT_TRUE(idle_baseline(idle(60000, 600, 300)));
  EXPECT_FALSE(idle_baseline(idle(60000, 600, 299.9)));
}

TEST(IdleBaseline, RefusesWhatHasNoNumber) {
  SeriesEnergy refused = idle(60000, 600, 600);
  refused.refused = Code::kGapOverLimit;
  EXPECT_FALSE(idle_baseline(refused));
  EXPECT_NE(idle_baseline(refused).error().message.find("GAP_OVER_LIMIT"), std::string::npos);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(idle_baseline(idle(nan, 1, 600)));
  EXPECT_FALSE(idle_baseline(idle(1, nan, 600)));
  EXPECT_FALSE(idle_baseline(idle(1, 1, nan)));
  EXPECT_FALSE(idle_baseline(idle(-1, 1, 600)));
}

}  // namespace
}  // namespace joulemark
