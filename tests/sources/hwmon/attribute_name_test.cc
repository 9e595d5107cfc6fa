#include "sources/hwmon/attribute_name.h"

#include <gtest/gtest.h>

namespace joulemark::hwmon {
namespace {

TEST(HwmonAttributeName, TellsWhatIsMeasured) {
  EXPECT_EQ(parse_attribute_name("power1_average"), (AttributeName{Measured::kPower, 1, true}));
  EXPECT_EQ(parse_attribute_name("power12_input"), (AttributeName{Measured::kPower, 12, false}));
  EXPECT_EQ(parse_attribute_name("energy2_input"), (AttributeName{Measured::kEnergy, 2, false}));
  EXPECT_EQ(parse_attribute_name("in0_input"), (AttributeName{Measured::kVoltage, 0, false}));
  EXPECT_EQ(parse_attribute_name("curr3_input"), (AttributeName{Measured::kCurrent, 3, false}));
}

// Notes 4.13: temp0; 4.6: caps, intervals and limits are never read per cycle.
TEST(HwmonAttributeName, IsNothingElse) {
  for (const char* file : {"",
                           "temp0",
                           "temp1_input",
                           "power_input",
                           "power1",
                           "power1_",
                           "power1_inputs",
                           "power1_input_lowest",
                           "power1_average_interval",
                           "power1_cap",
                           "power1_accuracy",
                           "power1_oem_info",
                           "energy1_average",
                           "in1_average",
                           "power01_input",
                           "power-1_input",
                           "power1x_input",
                           "xpower1_input",
                           "POWER1_input",
                           "power99999999999_input",
                           "in1_label",
                           "intrusion0_alarm",
                           "curr1_max"})
    EXPECT_FALSE(parse_attribute_name(file).has_value()) << file;
}

TEST(HwmonAttributeName, WholeNumbersAreDigits) {
  EXPECT_EQ(parse_whole_number("0"), 0U);
  EXPECT_EQ(parse_whole_number("50"), 50U);
  for (const char* text : {"", "-1", "+1", "1 ", "1.0", "4294967296", "x"})
    EXPECT_FALSE(parse_whole_number(text).has_value()) << text;
}

}  // namespace
}  // namespace joulemark::hwmon
