#include "sources/plausibility/unit_guard.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

using namespace std::chrono_literals;

constexpr MonotonicTime kBegin{1h};

// As many changes, one second apart, of a count that climbs by `watts` as it says itself.
UnitGuard climbing(double watts, std::optional<double> power, int changes) {
  UnitGuard guard;
  for (int i = 0; i < changes; ++i) guard.changed(1e6 + watts * i, power, kBegin + i * 1s);
  return guard;
}

TEST(UnitGuard, PassesWhatClimbsAsThePowerSays) {
  EXPECT_FALSE(climbing(400, 412.0, 1).passed());
  EXPECT_TRUE(climbing(400, 412.0, 2).passed());
  EXPECT_TRUE(climbing(400, std::nullopt, 2).passed());
}

TEST(UnitGuard, AFactorOfThousandNeverPasses) {
  for (const double watts : {400e3, 400e-3}) {
    EXPECT_FALSE(climbing(watts, 412.0, 100).passed()) << watts;
    EXPECT_FALSE(climbing(watts, std::nullopt, 100).passed()) << watts;
  }
  const auto finding = climbing(400e3, 412.0, 6).finding();
  ASSERT_TRUE(finding);
  EXPECT_NEAR(finding->by_count.value(), 400e3, 1.0);
  EXPECT_NEAR(finding->by_power->value(), 412.0, 1e-9);
}

TEST(UnitGuard, NothingIsSaidBeforeFiveChanges) {
  EXPECT_FALSE(climbing(400e3, 412.0, 5).finding());
  EXPECT_TRUE(climbing(400e3, 412.0, 6).finding());
}

// The power of one moment may be another one than the mean: a burst after idling.
TEST(UnitGuard, WaitsUntilPowerAndCountAgree) {
  UnitGuard guard;
  guard.changed(0, 60.0, kBegin);
  guard.changed(690, 60.0, kBegin + 1s);
  EXPECT_FALSE(guard.passed());
  guard.changed(1380, 690.0, kBegin + 2s);
  EXPECT_TRUE(guard.passed());
}

TEST(UnitGuard, ACountThatFallsIsBegunAnew) {
  UnitGuard guard;
  guard.changed(5e6, 400.0, kBegin);
  guard.changed(10, 400.0, kBegin + 1s);
  EXPECT_FALSE(guard.passed());
  guard.changed(410, 400.0, kBegin + 2s);
  EXPECT_TRUE(guard.passed());
}

}  // namespace
}  // namespace joulemark
