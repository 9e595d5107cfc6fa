#include "query/crosscheck/live_corroboration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/query/crosscheck/made_levels.h"

namespace joulemark {
namespace {

using ::testing::HasSubstr;

// The run: half an hour of the workload, after the idle and steady levels.
LevelMaterial run(const made::Pair& pair) {
  return {{"run", LevelKind::kWorkload, {made::at(7300.0), made::at(9100.0)}},
          {made::counter(pair, 7100.0, 9300.0, true)},
          {made::counter(pair, 7100.0, 9300.0, false)},
          0.01,
          0.01};
}

TEST(LiveCorroboration, OfTwoHonestChainsHasTheEnergyOfTheUpstreamOne) {
  const made::Pair pair{.gain = 1.01, .lag = 2.0};
  const auto live = corroborate_live(made::material(pair), run(pair));
  ASSERT_TRUE(live.has_value()) << live.error().message;
  EXPECT_TRUE(live->result.agrees);
  const double truth = 1.003 * made::truth(7300.0, 9100.0);
  EXPECT_NEAR(live->result.energy / truth, 1.0, 1e-3);
  // The other chain states 5 %: rho U2 is the largest, and within the 7 % of the class.
  EXPECT_NEAR(live->result.U / live->result.energy, 2 * 0.05 / std::sqrt(3.0), 0.004);
  EXPECT_TRUE(live->result.corroborated);
  EXPECT_NEAR(live->record.lag->seconds, 2.0, 0.2);
}

TEST(LiveCorroboration, FailsWhereTheChainsDiffer) {
  const made::Pair pair{.gain = 1.08};
  const auto live = corroborate_live(made::material(pair), run(pair));
  ASSERT_TRUE(live.has_value()) << live.error().message;
  EXPECT_FALSE(live->result.agrees);
  EXPECT_FALSE(live->result.corroborated);
}

TEST(LiveCorroboration, IsNotForACalibratedReferenceOrOneDevice) {
  const made::Pair calibrated{.calibrated = true};
  EXPECT_THAT(corroborate_live(made::material(calibrated), run(calibrated)).error().message,
              HasSubstr("neither is calibrated"));
  auto one = made::material();
  one.prepared.same_device = true;
  EXPECT_FALSE(corroborate_live(std::move(one), run({})).has_value());
}

TEST(LiveCorroboration, NeedsBothChainsInTheWindow) {
  LevelMaterial lame = run({});
  lame.validated[0] = made::counter({}, 0.0, 100.0, false);
  EXPECT_THAT(corroborate_live(made::material(), lame).error().message,
              HasSubstr("the window, other chain: refused, "));
}

}  // namespace
}  // namespace joulemark
