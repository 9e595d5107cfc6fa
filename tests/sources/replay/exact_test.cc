#include "sources/replay/exact.h"

#include <gtest/gtest.h>

namespace joulemark::replay {
namespace {

TEST(Exact, DividesDownAlsoBelowZero) {
  EXPECT_TRUE(floor_div(-1, 7) == -1);
  EXPECT_TRUE(floor_div(-7, 7) == -1);
  EXPECT_TRUE(floor_mod(Int128{-1}, Int128{7}) == 6);
  EXPECT_EQ(floor_mod(Duration(-1), Duration(7)), Duration(6));
}

TEST(Exact, ScalesWithoutOverflowWhereTheResultFits) {
  const Int128 century_of_100_megawatts =
      energy_of(100'000'000'000'000'000, std::chrono::hours(24 * 365 * 100));
  EXPECT_TRUE(scale_by_billionths(century_of_100_megawatts, 1'000'000'000) ==
              century_of_100_megawatts);
  EXPECT_TRUE(scale_by_billionths(century_of_100_megawatts, 2'000'000'000) ==
              2 * century_of_100_megawatts);
  EXPECT_TRUE(scale_by_billionths(-1, 500'000'000) == -1);
}

TEST(Exact, KeepsTheUnitsOfCounters) {
  EXPECT_TRUE(to_attojoules(Joules(0.001)) == 1'000'000'000'000'000);
  EXPECT_TRUE(to_attojoules(Joules(6.103515625e-05)) == 61'035'156'250'000);
  EXPECT_EQ(to_joules(1'500'000'000'000'000'000), Joules(1.5));
  EXPECT_EQ(to_joules(static_cast<Int128>(1'681'675) * 100'000'000'000'000'000), Joules(168167.5));
  EXPECT_EQ(to_joules(-1'500'000'000'000'000'000), Joules(-1.5));
  EXPECT_EQ(to_nanowatts(Watts(118.5)), 118'500'000'000);
}

}  // namespace
}  // namespace joulemark::replay
