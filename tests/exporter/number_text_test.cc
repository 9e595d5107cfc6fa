#include "exporter/number_text.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <random>

namespace joulemark {
namespace {

std::string product(std::uint64_t counts, double unit) {
  std::string out;
  append_product(out, counts, unit);
  return out;
}

std::string time(std::int64_t ns) {
  std::string out;
  append_seconds(out, UtcTime(Duration(ns)));
  return out;
}

TEST(NumberText, WritesCountsTimesAPowerOfTenExactly) {
  EXPECT_EQ(product(0, 1e-6), "0");
  EXPECT_EQ(product(5, 1e-6), "0.000005");
  EXPECT_EQ(product(262'143'328'850, 1e-6), "262143.32885");
  EXPECT_EQ(product(18'446'744'073'709'551'615U, 1e-6), "18446744073709.551615");
  EXPECT_EQ(product(1'230'000, 1e-6), "1.23");
  EXPECT_EQ(product(42, 1.0), "42");
}

TEST(NumberText, MultipliesForOtherUnits) {
  EXPECT_EQ(product(65536, 1.0 / 65536), "1");
  EXPECT_EQ(product(3, 3.6e6), "10800000");
}

TEST(NumberText, WritesTimesToTheNanosecond) {
  EXPECT_EQ(time(1'796'039'107'000'000'001), "1796039107.000000001");
  EXPECT_EQ(time(1'796'039'107'500'000'000), "1796039107.5");
  EXPECT_EQ(time(-1'500'000'000), "-1.5");
  EXPECT_EQ(time(std::numeric_limits<std::int64_t>::min()), "-9223372036.854775808");
}

TEST(NumberText, DoublesReadBackTheSame) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-200, 200);
  for (int i = 0; i < 10'000; ++i) {
    const double value = std::pow(10.0, exponent(random));
    std::string out;
    append_number(out, value);
    ASSERT_EQ(std::strtod(out.c_str(), nullptr), value) << out;
  }
}

}  // namespace
}  // namespace joulemark
