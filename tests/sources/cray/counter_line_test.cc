#include "sources/cray/counter_line.h"

#include <gtest/gtest.h>

namespace joulemark::cray {
namespace {

using std::chrono::microseconds;

TEST(CounterLine, HasAValueAUnitAndAStamp) {
  EXPECT_EQ(parse_counter_line("495 W 1784929200356706 us\n"),
            (CounterLine{495, 'W', UtcTime(microseconds(1784929200356706))}));
  EXPECT_EQ(parse_counter_line("4709337659 J 1784929200280410 us\n"),
            (CounterLine{4709337659, 'J', UtcTime(microseconds(1784929200280410))}));
}

TEST(CounterLine, OlderVersionsHaveNoStamp) {
  EXPECT_EQ(parse_counter_line("85 W\n"), (CounterLine{85, 'W', {}}));
}

TEST(CounterLine, AnythingElseIsNoReading) {
  for (const char* text :
       {"", "\n", "495\n", "495 W", "495 W 1784929200356706 us", "495 W 1784929200356706\n",
        "495 W 1784929200356706 ms\n", "495 W us\n", "-495 W 1784929200356706 us\n",
        "495 W -1 us\n", "495 C 1784929200356706 us\n", "495W 1784929200356706 us\n",
        "495 W  1784929200356706 us\n", "495 W 1784929200356706 us\n495 W\n", " 495 W 1 us\n",
        "18446744073709551616 J 1 us\n", "495.5 W 1 us\n", "0x1 W 1 us\n"})
    EXPECT_EQ(parse_counter_line(text), std::nullopt) << text;
}

TEST(CounterLine, AStampBeyondAnyClockIsNone) {
  EXPECT_TRUE(parse_counter_line("1 W 9223372036854775 us\n"));
  EXPECT_FALSE(parse_counter_line("1 W 9223372036854776 us\n"));
  EXPECT_FALSE(parse_counter_line("1 W 18446744073709551615 us\n"));
}

}  // namespace
}  // namespace joulemark::cray
