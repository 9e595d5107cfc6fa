// Rule S-4b: which stated limits of the power may be believed.

#include "measurement/bounds.h"

#include <gtest/gtest.h>

#include <cmath>

namespace joulemark {
namespace {

Metrology with(std::optional<Bound> low, std::optional<Bound> high) {
  Metrology metrology;
  metrology.power_min = low;
  metrology.power_max = high;
  return metrology;
}
Bound bound(double watts, BoundsSource source) { return {Watts(watts), source}; }

constexpr PowerRange kSeen{300.0, 900.0};
constexpr PowerRange kFallback{150.0, 1350.0};

TEST(PowerLimits, AreTheFallbackWhereNothingIsStated) {
  Codes codes;
  const PowerLimits limits = power_limits(Metrology{}, kSeen, kFallback, codes);
  EXPECT_EQ(limits.range.low, 150.0);
  EXPECT_EQ(limits.range.high, 1350.0);
  EXPECT_FALSE(limits.low_known || limits.high_known);
  EXPECT_TRUE(codes.empty());
}

TEST(PowerLimits, AreNarrowedByEvidence) {
  Codes codes;
  const auto metrology =
      with(bound(250.0, BoundsSource::kMeasuredIdle), bound(1100.0, BoundsSource::kNameplate));
  const PowerLimits limits = power_limits(metrology, kSeen, kFallback, codes);
  EXPECT_EQ(limits.width(), 850.0);
  EXPECT_TRUE(limits.low_known && limits.high_known);
}

TEST(PowerLimits, AreNeverNarrowedByADeclaration) {
  Codes codes;
  const auto narrow =
      with(bound(290.0, BoundsSource::kDeclared), bound(950.0, BoundsSource::kDeclared));
  const PowerLimits limits = power_limits(narrow, kSeen, kFallback, codes);
  EXPECT_EQ(limits.range.low, 150.0);
  EXPECT_EQ(limits.range.high, 1350.0);
  const auto wide =
      with(bound(10.0, BoundsSource::kDeclared), bound(5000.0, BoundsSource::kDeclared));
  EXPECT_EQ(power_limits(wide, kSeen, kFallback, codes).width(), 4990.0);
}

TEST(PowerLimits, DropABoundThatTheReadingsViolate) {
  Codes codes;
  const auto metrology =
      with(bound(301.0, BoundsSource::kMeasuredIdle), bound(899.0, BoundsSource::kNameplate));
  const PowerLimits limits = power_limits(metrology, kSeen, kFallback, codes);
  EXPECT_EQ(limits.range.low, 150.0);
  EXPECT_EQ(limits.range.high, 1350.0);
  EXPECT_TRUE(codes.contains(Code::kBoundsExceeded));
}

TEST(PowerLimits, IgnoreBoundsThatAreNoNumbers) {
  Codes codes;
  const auto metrology =
      with(bound(std::nan(""), BoundsSource::kDevice), bound(-5.0, BoundsSource::kDevice));
  const PowerLimits limits = power_limits(metrology, kSeen, kFallback, codes);
  EXPECT_EQ(limits.width(), 1200.0);
  EXPECT_TRUE(codes.empty());
}

TEST(PowerLimits, DropTwoBoundsThatContradictEachOther) {
  Codes codes;
  const auto metrology =
      with(bound(500.0, BoundsSource::kDevice), bound(400.0, BoundsSource::kDevice));
  const PowerLimits limits = power_limits(metrology, {600.0, 300.0}, kFallback, codes);
  EXPECT_EQ(limits.width(), 1200.0);
  EXPECT_TRUE(codes.contains(Code::kBoundsExceeded));
}

}  // namespace
}  // namespace joulemark
