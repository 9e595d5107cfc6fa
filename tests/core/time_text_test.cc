#include "core/time_text.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

TEST(TimeText, ReadsRfc3339WithAnyOffset) {
  const auto utc = parse_time("2026-11-30T09:14:07.312Z");
  ASSERT_TRUE(utc);
  EXPECT_EQ(*parse_time("2026-11-30T10:14:07.312+01:00"), *utc);
  EXPECT_EQ(*parse_time("2026-11-30t03:44:07.312-05:30"), *utc);
  EXPECT_EQ(*parse_time("2026-11-30 09:14:07.312z"), *utc);
  EXPECT_EQ(format_time(*utc), "2026-11-30T09:14:07.312Z");
}

TEST(TimeText, KeepsNanosecondsOfEpochSeconds) {
  EXPECT_EQ(parse_time("1796039107.123456789")->time_since_epoch().count(), 1796039107123456789);
  EXPECT_EQ(parse_time("0")->time_since_epoch().count(), 0);
}

TEST(TimeText, RefusesANaiveTimeAndSaysHowToWriteIt) {
  const auto time = parse_time("2026-11-30T09:14:07");
  ASSERT_FALSE(time);
  EXPECT_NE(time.error().message.find("2026-11-30T09:14:07Z"), std::string::npos);
}

TEST(TimeText, RefusesWhatIsNoTime) {
  for (const char* text :
       {"", "now", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "1.5e9", "-5", "12:00Z",
        "2026-11-30T09:14:07Zjunk", "99999999999", "2026-11-30T25:00:00Z"})
    EXPECT_FALSE(parse_time(text)) << text;
}

TEST(TimeText, ReadsDurationsWithTheirUnit) {
  EXPECT_EQ(parse_duration("100ms")->count(), 100'000'000);
  EXPECT_EQ(parse_duration("1.37s")->count(), 1'370'000'000);
  EXPECT_EQ(parse_duration("1h30m")->count(), 5'400'000'000'000);
  for (const char* text :
       {"", "5", "-5s", "5 s", "s", "1e3s", "infs", "nans", "5s-2s", "9999999999999d"})
    EXPECT_FALSE(parse_duration(text)) << text;
}

TEST(TimeText, WritesDurationsThatItReadsBack) {
  for (const char* text : {"0s", "100ms", "1.37s", "10m", "1h30m", "2d", "1m0.5s", "7us", "13ns"}) {
    const auto duration = parse_duration(text);
    ASSERT_TRUE(duration) << text;
    EXPECT_EQ(*parse_duration(format_duration(*duration)), *duration) << format_duration(*duration);
  }
}

}  // namespace
}  // namespace joulemark
