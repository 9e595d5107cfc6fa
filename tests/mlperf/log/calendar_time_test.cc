#include "mlperf/log/calendar_time.h"

#include <gtest/gtest.h>

namespace joulemark::mlperf {
namespace {

TEST(CalendarTime, TheMonthStandsFirst) {
  const auto time = calendar_time("07-17-2024 20:58:36.235");
  ASSERT_TRUE(time);
  EXPECT_EQ(time->time_since_epoch(), std::chrono::milliseconds(1721249916235));
}

TEST(CalendarTime, WhatIsWrittenIsReadAgain) {
  for (const char* text :
       {"01-01-2000 00:00:00.000", "02-29-2024 23:59:59.999", "12-31-2026 12:00:00.001"}) {
    ASSERT_TRUE(calendar_time(text)) << text;
    EXPECT_EQ(calendar_text(*calendar_time(text)), text);
  }
}

TEST(CalendarTime, OtherShapesAndDaysThatDoNotExistAreNone) {
  for (const char* text :
       {"", "2024-07-17 20:58:36.235", "17-07-2024 20:58:36.235", "02-30-2024 00:00:00.000",
        "07-17-2024T20:58:36.235", "07-17-2024 24:00:00.000", "07-17-2024 20:58:36",
        " 7-17-2024 20:58:36.235", "07-17-2024 20:58:36.235Z", "07-17-20xx 20:58:36.235"})
    EXPECT_FALSE(calendar_time(text)) << text;
}

}  // namespace
}  // namespace joulemark::mlperf
