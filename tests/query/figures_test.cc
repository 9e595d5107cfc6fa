#include "query/figures.h"

#include <gtest/gtest.h>

#include <limits>

namespace joulemark {
namespace {

std::string pair(double value, double U, double unit = 1.0) {
  const RoundedPair out = rounded(value, U, unit);
  return out.value + " ± " + out.uncertainty;
}

TEST(Figures, GiveTheUncertaintyTwoDigitsAndTheValueTheSamePlace) {
  EXPECT_EQ(pair(8000.0, 171.616), "8000 ± 170");
  EXPECT_EQ(pair(464.9312e6, 7.04e6, 1e6), "464.9 ± 7.0");
  EXPECT_EQ(pair(12'345.678, 0.0123), "12345.678 ± 0.012");
  EXPECT_EQ(pair(2012e6, 171e6, 1e6), "2010 ± 170");
}

TEST(Figures, RoundUpAcrossADigitWithoutAThirdOne) {
  EXPECT_EQ(pair(100.04, 0.996), "100.0 ± 1.0");
  EXPECT_EQ(pair(1234.0, 9.96), "1234 ± 10");
  EXPECT_EQ(pair(1234.0, 99.6), "1230 ± 100");
}

TEST(Figures, ShowUncertaintiesOfZeroAndInfinity) {
  EXPECT_EQ(pair(1234.5678, 0.0), "1234.57 ± 0");
  EXPECT_EQ(pair(1234.5678, std::numeric_limits<double>::infinity()), "1234.57 ± unbounded");
}

TEST(Figures, UseTheUnitThatPeopleWouldUse) {
  EXPECT_EQ(energy_unit(9'999.0).name, "J");
  EXPECT_EQ(energy_unit(10'000.0).name, "kJ");
  EXPECT_EQ(energy_unit(10e6).name, "MJ");
}

TEST(Figures, WriteSharesWithTwoDigits) {
  EXPECT_EQ(percent(0.0151), "1.5 %");
  EXPECT_EQ(percent(0.00036), "0.036 %");
  EXPECT_EQ(percent(0.751), "75 %");
  EXPECT_EQ(percent(1e-7), "<0.001 %");
  EXPECT_EQ(percent(0.0), "0 %");
}

TEST(Figures, WriteShortTimesInMilliseconds) {
  EXPECT_EQ(short_seconds(0.0113), "11 ms");
  EXPECT_EQ(short_seconds(1.0), "1 s");
  EXPECT_EQ(short_seconds(1.31), "1.3 s");
  EXPECT_EQ(short_seconds(37.4), "37 s");
  EXPECT_EQ(short_seconds(0.0), "0 s");
}

TEST(Figures, CutLongListsOfNames) {
  EXPECT_EQ(name_list({"a", "b"}, 2), "a, b");
  EXPECT_EQ(name_list({"a", "b", "c", "d"}, 2), "a, b and 2 more");
}

}  // namespace
}  // namespace joulemark
