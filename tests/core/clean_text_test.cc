#include "core/clean_text.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

TEST(CleanText, KeepsValidUtf8) { EXPECT_EQ(clean_text("Köln µ 電力 🔌"), "Köln µ 電力 🔌"); }

TEST(CleanText, ReplacesEachInvalidByte) {
  EXPECT_EQ(clean_text("a\xFF\xC3z"), "a\xEF\xBF\xBD\xEF\xBF\xBDz");
}

TEST(CleanText, RefusesOverlongFormsSurrogatesAndWhatLiesBeyondUnicode) {
  const std::string one = "\xEF\xBF\xBD";
  EXPECT_EQ(clean_text("\xC0\xAF"), one + one);
  EXPECT_EQ(clean_text("\xED\xA0\x80"), one + one + one);
  EXPECT_EQ(clean_text("\xF4\x90\x80\x80"), one + one + one + one);
  EXPECT_EQ(clean_text("\xE2\x82"), one + one);
}

TEST(CleanText, TellsWhereATextStopsBeingValid) {
  EXPECT_EQ(first_invalid_byte("Köln 電力"), std::nullopt);
  EXPECT_EQ(first_invalid_byte("ab\xFFz"), 2U);
  EXPECT_EQ(first_invalid_byte("\xE2\x82"), 0U);
}

TEST(CleanText, RemovesControlCharacters) {
  EXPECT_EQ(clean_text(std::string("a\0b\n\r\tc\x7F\xC2\x85", 10)), "abc");
}

}  // namespace
}  // namespace joulemark
