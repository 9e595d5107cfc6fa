#include "sources/battery/meter.h"

#include <gtest/gtest.h>

#include "tests/sources/battery/laptop.h"

namespace joulemark::battery {
namespace {

class MeterTest : public testing::Test {
 protected:
  MeterTest() { laptop_.add_battery("BAT0", "Discharging", "10900000"); }
  Result<std::optional<Watts>> read() { return Meter::open(laptop_.sysfs, "BAT0")->read(); }
  void without_power_now() { laptop_.sysfs.remove(Laptop::path("BAT0", "power_now")); }

  Laptop laptop_;
};

TEST(BatteryNumber, IsDigitsWithOrWithoutASign) {
  EXPECT_EQ(parse_magnitude("10900000\n"), 10900000.0);
  EXPECT_EQ(parse_magnitude("-10900000\n"), 10900000.0);
  for (const char* text : {"", "\n", "-\n", "--1\n", "+1\n", "1", "1.5\n", "N/A\n"})
    EXPECT_EQ(parse_magnitude(text), std::nullopt) << text;
}

TEST_F(MeterTest, TakesThePower) { EXPECT_EQ(**read(), Watts(10.9)); }

TEST_F(MeterTest, OrCurrentTimesVoltage) {
  without_power_now();
  laptop_.set("BAT0", "current_now", "-3000000");
  laptop_.set("BAT0", "voltage_now", "11660000");
  EXPECT_DOUBLE_EQ((*read())->value(), 34.98);
}

TEST_F(MeterTest, OnlyWhileItDischarges) {
  for (const char* status : {"Charging", "Full", "Not charging", "Unknown", "", "discharging"}) {
    laptop_.set("BAT0", "status", status);
    const auto power = read();
    ASSERT_TRUE(power.has_value()) << status;
    EXPECT_EQ(*power, std::nullopt) << status;
  }
}

TEST_F(MeterTest, AStatusThatChangesWhileItIsReadIsNoReading) {
  laptop_.sysfs.before_read([this](const std::string& path) {
    if (path.ends_with("power_now")) laptop_.set("BAT0", "status", "Charging");
  });
  EXPECT_EQ(*read(), std::nullopt);
}

TEST_F(MeterTest, NoWattsAreNoReading) {  // METHOD G-1
  laptop_.set("BAT0", "power_now", "0");
  EXPECT_EQ(*read(), std::nullopt);
}

TEST_F(MeterTest, WithoutAnyNumberItNeverReads) {
  without_power_now();
  laptop_.set("BAT0", "voltage_now", "11660000");
  const auto meter = Meter::open(laptop_.sysfs, "BAT0");
  ASSERT_TRUE(meter.has_value());
  EXPECT_FALSE(meter->measures());
  EXPECT_EQ(*read(), std::nullopt);
}

TEST_F(MeterTest, ErrorsAreErrors) {
  laptop_.set("BAT0", "power_now", "N/A");
  EXPECT_EQ(read().error().code, ErrorCode::kInvalid);
  laptop_.sysfs.fail_reads(Laptop::path("BAT0", "power_now"), ErrorCode::kUnavailable);
  EXPECT_EQ(read().error().code, ErrorCode::kUnavailable);
  laptop_.sysfs.fail(Laptop::path("BAT0", "power_now"), ErrorCode::kPermission);
  EXPECT_EQ(Meter::open(laptop_.sysfs, "BAT0").error().code, ErrorCode::kPermission);
}

}  // namespace
}  // namespace joulemark::battery
