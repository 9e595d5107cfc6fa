#include "sources/cray/device_clock.h"

#include <gtest/gtest.h>

#include "tests/sources/cray/pm_counters.h"

namespace joulemark::cray {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

DeviceClock after_polls(int polls, Duration age) {
  DeviceClock clock;
  for (int i = 0; i < polls; ++i) clock.add(age);
  return clock;
}

TEST(DeviceClock, IsNotBoundedBeforeTwentyPolls) {
  EXPECT_EQ(after_polls(19, milliseconds(5)).bound(), std::nullopt);
  EXPECT_EQ(after_polls(20, milliseconds(5)).bound(), milliseconds(10));
}

TEST(DeviceClock, TheWorstPollDecidesAheadOrBehind) {
  DeviceClock clock = after_polls(19, milliseconds(5));
  clock.add(milliseconds(-47));
  EXPECT_EQ(clock.bound(), milliseconds(50));
}

TEST(DeviceClock, ABoundOfATenthOfASecondOrMoreIsNone) {
  EXPECT_EQ(after_polls(20, milliseconds(89)).bound(), milliseconds(90));
  EXPECT_EQ(after_polls(20, milliseconds(90)).bound(), std::nullopt);
  EXPECT_EQ(after_polls(20, milliseconds(-200)).bound(), std::nullopt);
  EXPECT_EQ(after_polls(20, std::chrono::hours(-7)).bound(), std::nullopt);
}

TEST(ClockWatch, HoldsWhileOneOfTwentyPollsIsYoungEnough) {
  ClockWatch watch(milliseconds(30), milliseconds(100));
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 19; ++i) ASSERT_TRUE(watch.holds(milliseconds(180)));
    ASSERT_TRUE(watch.holds(milliseconds(130)));
  }
  for (int i = 0; i < 19; ++i) ASSERT_TRUE(watch.holds(milliseconds(131)));
  EXPECT_FALSE(watch.holds(milliseconds(131)));
}

class MeasuredClock : public testing::Test {
 protected:
  std::optional<Duration> measure() {
    std::vector<Counter> counters;
    for (const char* id : {"energy", "power"})
      counters.push_back({*machine_.sysfs.open(path_of(id)), id,
                          id[0] == 'e' ? QuantityKind::kEnergy : QuantityKind::kPower});
    return measure_clock(counters, machine_.clock);
  }
  PmMachine machine_;
};

TEST_F(MeasuredClock, ABoundOfALiveNodeHoldsDelayAndPoll) {
  machine_.run_by_itself(milliseconds(20));
  EXPECT_EQ(measure(), milliseconds(30)) << "20 ms of delay, seen at polls 10 ms apart";
}

TEST_F(MeasuredClock, AClockThatRunsAheadIsFoundOut) {
  machine_.run_by_itself(milliseconds(-300));
  EXPECT_EQ(measure(), std::nullopt);
}

TEST_F(MeasuredClock, WhatStandsStillCostsHalfASecond) {
  const MonotonicTime begin = machine_.clock.monotonic();
  EXPECT_EQ(measure(), std::nullopt);
  EXPECT_LE(machine_.clock.monotonic() - begin, milliseconds(520));
}

TEST_F(MeasuredClock, ASlowScanIsGivenUpInTime) {
  machine_.scan = milliseconds(400);
  machine_.run_by_itself(milliseconds(20));
  const MonotonicTime begin = machine_.clock.monotonic();
  EXPECT_EQ(measure(), std::nullopt);
  EXPECT_LE(machine_.clock.monotonic() - begin, seconds(6));
}

TEST_F(MeasuredClock, WithoutStampsThereIsNoDeviceTime) {
  machine_.set("power", "85 W\n");
  machine_.set("energy", "598732067 J\n");
  EXPECT_EQ(measure(), std::nullopt);
}

}  // namespace
}  // namespace joulemark::cray
