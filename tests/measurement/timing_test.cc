// Rules S-4a, G-2, G-4 and G-7: what a reading says about time.

#include "measurement/timing.h"

#include <gtest/gtest.h>

#include <limits>

namespace joulemark {
namespace {

using std::chrono::milliseconds;

Metrology average(milliseconds window, milliseconds update) {
  Metrology metrology;
  metrology.averaging = window;
  metrology.update_interval = update;
  return metrology;
}

TEST(Timing, ShiftsAReadingToTheMiddleOfWhatItSaw) {
  Metrology metrology = average(milliseconds(1000), milliseconds(200));
  metrology.latency_max = milliseconds(300);
  const Timing timing = timing_of(metrology, 1.0);
  EXPECT_DOUBLE_EQ(timing.shift(), 0.5 + 0.1 + 0.15);
  EXPECT_DOUBLE_EQ(timing.guard(), 0.5 + 0.1 + 0.15);
}

TEST(Timing, CallsAveragesThatLeaveNothingOutContiguous) {
  EXPECT_TRUE(timing_of(average(milliseconds(1000), milliseconds(0)), 1.0).contiguous);
  EXPECT_TRUE(timing_of(average(milliseconds(1000), milliseconds(0)), 1.05).contiguous);
  EXPECT_FALSE(timing_of(average(milliseconds(1000), milliseconds(0)), 1.1).contiguous);
  EXPECT_FALSE(timing_of(average(milliseconds(1000), milliseconds(2000)), 1.0).contiguous);
  EXPECT_FALSE(timing_of(average(milliseconds(0), milliseconds(0)), 1.0).contiguous);
}

TEST(Timing, CallsAPartTimeSensorNeitherContiguousNorAliasSafe) {
  Metrology metrology = average(milliseconds(1000), milliseconds(0));
  metrology.sampling = Sampling::kStratified;
  EXPECT_TRUE(timing_of(metrology, 1.0).alias_safe);
  metrology.observed_ratio = 0.25;
  const Timing timing = timing_of(metrology, 1.0);
  EXPECT_FALSE(timing.contiguous || timing.alias_safe);
}

TEST(Timing, TakesAnUnknownUpdatePeriodAsOneSecondAndUnsafe) {
  Metrology metrology = average(milliseconds(1000), milliseconds(0));
  metrology.sampling = Sampling::kStratified;
  metrology.update_interval.reset();
  const Timing timing = timing_of(metrology, 0.1);
  EXPECT_EQ(timing.update, 1.0);
  EXPECT_FALSE(timing.update_known || timing.contiguous || timing.alias_safe);
  EXPECT_EQ(timing_of(metrology, 5.0).update, 5.0);
}

TEST(Timing, CountsNoUpdatePeriodIntoTheTimeOfADeviceStamp) {
  Metrology metrology = average(milliseconds(1000), milliseconds(1000));
  metrology.time_stamp = TimeStamp::kDevice;
  const Timing timing = timing_of(metrology, 1.0);
  EXPECT_EQ(timing.unstamped, 0.0);
  EXPECT_EQ(timing.update, 1.0);
  EXPECT_EQ(timing.shift(), 0.5);
}

TEST(SecondsSince, SubtractsInWholeNanoseconds) {
  const UtcTime origin{Duration(1'750'000'000'000'000'001)};
  EXPECT_EQ(seconds_since(origin, origin + Duration(3)), 3e-9);
}

TEST(SecondsSince, SaturatesWhereTheDifferenceDoesNotFit) {
  const UtcTime least{Duration(std::numeric_limits<std::int64_t>::min())};
  const UtcTime most{Duration(std::numeric_limits<std::int64_t>::max())};
  EXPECT_GT(seconds_since(least, most), 9.2e9);
  EXPECT_LT(seconds_since(most, least), -9.2e9);
}

}  // namespace
}  // namespace joulemark
