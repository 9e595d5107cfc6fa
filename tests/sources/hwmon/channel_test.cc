#include "sources/hwmon/channel.h"

#include <gmock/gmock.h>

#include "tests/sources/hwmon/hwmon_tree.h"

namespace joulemark::hwmon {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The machine's first chip.
struct Found {
  explicit Found(const HwmonMachine& machine)
      : chip(read_chips(machine.sysfs)->front()),
        attributes(machine.sysfs, chip),
        channels(labelled(find_channels(chip, attributes), attributes)) {}
  [[nodiscard]] std::vector<std::string> ids() const {
    std::vector<std::string> out;
    for (const Channel& channel : channels) out.push_back(channel.id);
    return out;
  }
  Chip chip;
  Attributes attributes;
  std::vector<Channel> channels;
};

TEST(HwmonChannels, ArePowerAndEnergyAndNothingElse) {
  HwmonMachine machine;
  machine.add(0, "platform/x", "chip",
              {{"power2_input", "1"},
               {"power10_input", "1"},
               {"energy1_input", "1"},
               {"power1_cap", "1"},
               {"in1_input", "1"},
               {"curr1_input", "1"},
               {"temp1_input", "1"},
               {"fan1_input", "1"}});
  EXPECT_THAT(Found(machine).ids(), ElementsAre("power2", "power10", "energy1"));
}

// Notes 4.14: a slow chip of temperatures is not even a source.
TEST(HwmonChannels, AChipOfTemperaturesHasNone) {
  HwmonMachine machine;
  machine.add(0, "w1/28-0", "w1_slave_temp", {{"temp1_input", "27800"}, {"temp0", "27800"}});
  EXPECT_THAT(Found(machine).ids(), IsEmpty());
}

// Notes 4.27: one of the two, whichever there is.
TEST(HwmonChannels, AnAverageIsTakenBeforeAMomentaryValue) {
  HwmonMachine both, input;
  both.add(0, "platform/x", "amdgpu", {{"power1_average", "1"}, {"power1_input", "2"}});
  input.add(0, "platform/x", "amdgpu", {{"power1_input", "2"}});
  ASSERT_THAT(Found(both).ids(), ElementsAre("power1"));
  EXPECT_EQ(Found(both).channels[0].value, "class/hwmon/hwmon0/power1_average");
  EXPECT_TRUE(Found(both).channels[0].average);
  ASSERT_THAT(Found(input).ids(), ElementsAre("power1"));
  EXPECT_EQ(Found(input).channels[0].value, "class/hwmon/hwmon0/power1_input");
  EXPECT_FALSE(Found(input).channels[0].average);
}

TEST(HwmonChannels, LieInTheChipsFolderOrOnItsDeviceAndCountOnce) {
  HwmonMachine machine;
  machine.add_on_device(0, "platform/x", "chip", {{"power1_input", "1"}, {"power2_input", "2"}});
  machine.sysfs.set(HwmonMachine::own(0, "platform/x", "power1_input"), "3\n");
  const Found found(machine);
  ASSERT_THAT(found.ids(), ElementsAre("power1", "power2"));
  EXPECT_EQ(found.channels[0].value, "class/hwmon/hwmon0/power1_input");
  EXPECT_EQ(found.channels[1].value, "class/hwmon/hwmon0/device/power2_input");
}

// Channels 4 to 7 of the ina3221 are shunt voltages and their sum.
TEST(HwmonChannels, TheIna3221PairsVoltageAndCurrentOfOneToThree) {
  const std::vector<Attribute> files = {
      {"in1_input", "5000"}, {"curr1_input", "1"}, {"in1_label", "VDD_IN"}, {"in2_input", "5000"},
      {"in3_input", "5000"}, {"curr3_input", "2"}, {"in4_input", "5"},      {"curr4_input", "5"}};
  HwmonMachine machine, other;
  machine.add(0, "i2c-1/1-0040", "ina3221", files);
  other.add(0, "i2c-1/1-0040", "ina219", files);
  const Found found(machine);
  ASSERT_THAT(found.ids(), ElementsAre("in1-curr1", "in3-curr3"));
  EXPECT_EQ(found.channels[0].value, "class/hwmon/hwmon0/in1_input");
  EXPECT_EQ(found.channels[0].factor, "class/hwmon/hwmon0/curr1_input");
  EXPECT_EQ(found.channels[0].label, "VDD_IN");
  EXPECT_THAT(Found(other).ids(), IsEmpty()) << "only of chips that are known to pair them";
}

// Notes 4.11: the bytes of node_exporter#1979.
TEST(HwmonChannels, LabelsAreCleanAndTrimmed) {
  HwmonMachine machine;
  machine.add(0, "platform/x", "chip",
              {{"power1_input", "1"}, {"power1_label", " P12V \xC0\xC0 rail  "}});
  EXPECT_EQ(Found(machine).channels[0].label, "P12V \xEF\xBF\xBD\xEF\xBF\xBD rail");
}

TEST(HwmonChannels, TheLabelOfAChipIsThatOfItsOnlyChannel) {
  HwmonMachine one, two;
  one.add(0, "platform/x", "ina238", {{"power1_input", "1"}, {"label", "VDD_IN"}});
  two.add(0, "platform/x", "chip",
          {{"power1_input", "1"}, {"power2_input", "1"}, {"label", "VDD_IN"}});
  EXPECT_EQ(Found(one).channels[0].label, "VDD_IN");
  EXPECT_EQ(Found(two).channels[0].label, "");
}

// Notes 4.30: alumet#212.
TEST(HwmonChannels, WhatIsSwitchedOffOrNotConnectedIsNone) {
  HwmonMachine machine, ina;
  machine.add(0, "platform/x", "ibmpowernv",
              {{"power1_input", "1"},
               {"power1_enable", "0"},
               {"power2_input", "1"},
               {"power2_enable", "1"},
               {"energy1_input", "1"},
               {"energy1_enable", "0"}});
  ina.add(0, "i2c-1/1-0041", "ina3221",
          {{"in1_input", "0"},
           {"curr1_input", "0"},
           {"in1_label", "NC"},
           {"in2_input", "0"},
           {"curr2_input", "0"},
           {"in2_enable", "0"},
           {"in3_input", "1"},
           {"curr3_input", "1"}});
  EXPECT_THAT(Found(machine).ids(), ElementsAre("power2"));
  EXPECT_THAT(Found(ina).ids(), ElementsAre("in3-curr3"));
}

}  // namespace
}  // namespace joulemark::hwmon
