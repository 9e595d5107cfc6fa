#include "core/counter_text.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

using namespace std::string_view_literals;

TEST(CounterText, IsDigitsAndANewline) {
  EXPECT_EQ(parse_counter("0\n"), 0U);
  EXPECT_EQ(parse_counter("262143328850\n"), 262143328850U);
  EXPECT_EQ(parse_counter("00000000000000000123\n"), 123U);
  EXPECT_EQ(parse_counter("18446744073709551615\n"), 18446744073709551615U);
}

TEST(CounterText, IsNothingElse) {
  for (const auto text :
       {""sv, "\n"sv, " \n"sv, "-1\n"sv, "+1\n"sv, " 1\n"sv, "1 \n"sv, "1\r\n"sv, "1\n\n"sv,
        "1.0\n"sv, "1e3\n"sv, "0x10\n"sv, "N/A\n"sv, "1\0\n"sv, "\0"sv, "1\n\0"sv, "1x\n"sv,
        "18446744073709551616\n"sv, "99999999999999999999999\n"sv})
    EXPECT_EQ(parse_counter(text), std::nullopt) << '"' << text << '"';
}

TEST(CounterText, ANumberThatWasCutShortIsNoNumber) {
  EXPECT_EQ(parse_counter("26214332"), std::nullopt);
}

}  // namespace
}  // namespace joulemark
