#include "sources/battery/supplies.h"

#include <gtest/gtest.h>

#include "tests/sources/battery/laptop.h"

namespace joulemark::battery {
namespace {

using Names = std::vector<std::string>;

TEST(Supplies, ABatteryBelongsToTheSystemUnlessItSaysOtherwise) {
  Laptop laptop;
  laptop.add_battery("BAT0", "Discharging", "1");
  laptop.add_battery("BAT1", "Discharging", "1");
  laptop.set("BAT1", "scope", "System");
  laptop.add_battery("hidpp_battery_0", "Discharging", "1");
  laptop.set("hidpp_battery_0", "scope", "Device");
  EXPECT_EQ(find_supplies(laptop.sysfs)->batteries, (Names{"BAT0", "BAT1"}));
}

TEST(Supplies, AnEmptyBayIsNoBattery) {
  Laptop laptop;
  laptop.add_battery("BAT0", "Discharging", "1");
  laptop.add_battery("BAT1", "Unknown", "0");
  laptop.set("BAT1", "present", "0");
  EXPECT_EQ(find_supplies(laptop.sysfs)->batteries, (Names{"BAT0"}));
}

// jetson_stats#900.
TEST(Supplies, AUsbPortIsAnInputAndNeverAMeter) {
  Laptop laptop;
  laptop.add_battery("BAT0", "Discharging", "1");
  laptop.add_input("ucsi-source-psy-USBC000:001", "0", "USB");
  laptop.add_battery("ucsi-source-psy-USBC000:002", "Discharging", "1");
  const auto supplies = find_supplies(laptop.sysfs);
  EXPECT_EQ(supplies->batteries, (Names{"BAT0"}));
  EXPECT_EQ(supplies->inputs, (Names{"ucsi-source-psy-USBC000:001"}));
}

TEST(Supplies, AnUninterruptibleSupplyIsNeither) {
  Laptop laptop;
  laptop.add_battery("BAT0", "Discharging", "1");
  laptop.add_input("hiddev0", "1", "UPS");
  EXPECT_EQ(*find_supplies(laptop.sysfs), (Supplies{{"BAT0"}, {}}));
}

TEST(Supplies, WithoutABatteryOfTheSystemThereIsNone) {
  Laptop laptop;
  EXPECT_EQ(find_supplies(laptop.sysfs).error().code, ErrorCode::kNotPresent);
  laptop.add_input("AC", "1");
  EXPECT_EQ(find_supplies(laptop.sysfs).error().code, ErrorCode::kNotPresent);
}

// A battery whose kind is not known cannot be left out of "all batteries".
TEST(Supplies, WhatCannotBeSortedInIsAnError) {
  for (const char* file : {"type", "scope", "present"}) {
    Laptop laptop;
    laptop.add_battery("BAT0", "Discharging", "1");
    laptop.add_battery("BAT1", "Discharging", "1");
    laptop.set("BAT1", "scope", "System");
    laptop.sysfs.fail(Laptop::path("BAT1", file), ErrorCode::kUnavailable);
    EXPECT_EQ(find_supplies(laptop.sysfs).error().code, ErrorCode::kUnavailable) << file;
  }
}

}  // namespace
}  // namespace joulemark::battery
