#include "sources/redfish/service/number.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace joulemark::redfish {
namespace {

std::optional<int> decimals(const char* token) { return parse_number(token)->decimals(); }

TEST(RedfishNumber, InATextIsOneAndAnythingElseIsAbsent) {
  EXPECT_EQ(parse_number("321")->value, 321.0);
  EXPECT_EQ(parse_number(" 319.5\n")->value, 319.5);
  for (const char* text : {"", " ", "N/A", "nil", "12 W", "1e999", "nan", "inf", "0x10", "--5"})
    EXPECT_FALSE(parse_number(text)) << text;
}

TEST(RedfishNumber, DecimalsAreThoseThatWereWritten) {
  EXPECT_EQ(decimals("97"), 0);
  EXPECT_EQ(decimals("97.0"), 1);
  EXPECT_EQ(decimals("303.5"), 1);
  EXPECT_EQ(decimals("704.729"), 3);
  EXPECT_EQ(decimals("704.729123"), 6);
  EXPECT_EQ(decimals("796170.359000"), 3);
  EXPECT_EQ(decimals("2211.904"), 3);
}

TEST(RedfishNumber, DigitsThatAConversionLeftAreNotCounted) {
  EXPECT_EQ(decimals("91.0000026"), std::nullopt);
  EXPECT_EQ(decimals("0.21873548295276615"), std::nullopt);
  EXPECT_EQ(decimals("0.9100000262260437"), std::nullopt);
  EXPECT_EQ(decimals("1.5e3"), std::nullopt);
}

TEST(RedfishNumber, SentinelsAreWhatNoMeterShows) {
  for (const double watts : {-1.0, 65535.0, 4294967295.0, 4294967.295, 4294.967295, 1e13,
                             std::numeric_limits<double>::quiet_NaN()})
    EXPECT_TRUE(is_sentinel(watts)) << watts;
  for (const double watts : {0.0, 0.4, 614.0, 65534.0, 120000.0}) EXPECT_FALSE(is_sentinel(watts));
}

}  // namespace
}  // namespace joulemark::redfish
