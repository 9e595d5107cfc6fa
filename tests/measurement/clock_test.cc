#include "measurement/clock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace joulemark {
namespace {

using Hosts = std::vector<std::optional<double>>;

TEST(ClockBound, AddsTheWorstHostOfTheCoverAndTheHostOfTheWindow) {
  const ClockBound bound = clock_bound(Hosts{0.004, 0.020, 0.001}, 0.003);
  EXPECT_DOUBLE_EQ(bound.delta, 0.023);
  EXPECT_TRUE(bound.codes.empty());
}

TEST(ClockBound, IsAtLeastHalfASecondWhereAnyClockWasNotMeasured) {
  for (const auto& [hosts, window] : std::vector<std::pair<Hosts, std::optional<double>>>{
           {{0.004, std::nullopt}, 0.003}, {{0.004}, std::nullopt}, {{}, 0.003}}) {
    const ClockBound bound = clock_bound(hosts, window);
    EXPECT_DOUBLE_EQ(bound.delta, 0.5);
    EXPECT_THAT(bound.codes, ::testing::ElementsAre(Code::kClockUnmeasured));
  }
}

TEST(ClockBound, AnUnmeasuredClockNeverHidesAWorseMeasuredOne) {
  EXPECT_DOUBLE_EQ(clock_bound(Hosts{1.5, std::nullopt}, 0.1).delta, 1.6);
}

TEST(ClockBound, NonsenseIsNoMeasurement) {
  for (double nonsense :
       {-0.1, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    EXPECT_TRUE(clock_bound(Hosts{nonsense}, 0.1).codes.contains(Code::kClockUnmeasured));
    EXPECT_TRUE(clock_bound(Hosts{0.1}, nonsense).codes.contains(Code::kClockUnmeasured));
  }
}

TEST(ClockBound, NeverFallsWhenAClockIsWorse) {
  for (double worse : {0.1, 0.3, 0.7, 2.0})
    EXPECT_GE(clock_bound(Hosts{0.05, worse}, 0.1).delta, clock_bound(Hosts{0.05, 0.1}, 0.1).delta);
}

}  // namespace
}  // namespace joulemark
