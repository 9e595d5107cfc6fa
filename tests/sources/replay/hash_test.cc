#include "sources/replay/hash.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace joulemark::replay {
namespace {

TEST(Hash, IsTheSameInEveryProgramForEver) {
  // SplitMix64 from seed 0, as published with the algorithm.
  EXPECT_EQ(mix(0), 0xe220a8397b1dcdafULL);
  EXPECT_EQ(hash("r1/psu"), hash(std::string_view("r1/psu")));
  EXPECT_NE(hash("r1/psu"), hash("r1/psv"));
  EXPECT_NE(hash("ab"), hash("ba"));
}

TEST(Hash, SpreadsEvenlyAndKeepsToItsLimit) {
  int low = 0;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    const std::int64_t value = uniform_to(9, hash(5, i));
    EXPECT_GE(value, 0);
    EXPECT_LE(value, 9);
    low += value < 5 ? 1 : 0;
  }
  EXPECT_NEAR(low, 5000, 200);
  EXPECT_EQ(uniform_to(9, std::numeric_limits<std::uint64_t>::max()), 9);
  EXPECT_EQ(uniform_to(0, 12345), 0);
}

TEST(Hash, GivesStandardNormalNumbers) {
  int within_one = 0;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    const double z = normal(7, i);
    ASSERT_TRUE(std::isfinite(z));
    within_one += std::abs(z) < 1.0 ? 1 : 0;
  }
  EXPECT_NEAR(within_one, 6827, 150);
}

}  // namespace
}  // namespace joulemark::replay
