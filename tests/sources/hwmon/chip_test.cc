#include "sources/hwmon/chip.h"

#include <gmock/gmock.h>

#include "tests/sources/hwmon/hwmon_tree.h"

namespace joulemark::hwmon {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> keys(const HwmonMachine& machine) {
  std::vector<std::string> out;
  const auto chips = read_chips(machine.sysfs);
  if (chips)
    for (const Chip& chip : *chips) out.push_back(chip.key());
  return out;
}

TEST(HwmonChips, AreKnownByDeviceAndName) {
  HwmonMachine machine;
  machine.add(3, "pci0000:00/0000:03:00.0", "amdgpu", {});
  machine.add(10, "platform/opal-sensor", "ibmpowernv", {});
  machine.sysfs.set("class/hwmon/README", "no chip");
  EXPECT_THAT(keys(machine),
              ElementsAre("pci0000:00/0000:03:00.0/amdgpu", "platform/opal-sensor/ibmpowernv"));
}

// Notes 4.35.
TEST(HwmonChips, NeitherKeyNorOrderDependOnTheNumber) {
  HwmonMachine before, after;
  before.add(0, "platform/a", "one", {});
  before.add(1, "platform/b", "two", {});
  before.add(12, "platform/c", "two", {});
  after.add(7, "platform/a", "one", {});
  after.add(2, "platform/b", "two", {});
  after.add(0, "platform/c", "two", {});
  EXPECT_EQ(keys(before), keys(after));
  EXPECT_EQ(keys(before).size(), 3U);
}

// Notes 4.12: asus-nb-wmi.
TEST(HwmonChips, TwoUnderOneDeviceAreTwo) {
  HwmonMachine machine;
  machine.add(6, "platform/asus-nb-wmi", "asus", {});
  machine.add(7, "platform/asus-nb-wmi", "asus_wmi_sensors", {});
  EXPECT_THAT(keys(machine),
              ElementsAre("platform/asus-nb-wmi/asus", "platform/asus-nb-wmi/asus_wmi_sensors"));
  const auto chips = *read_chips(machine.sysfs);
  EXPECT_TRUE(chips[0].has_device_files);
  EXPECT_FALSE(chips[1].has_device_files) << "the files of the device would be counted twice";
}

TEST(HwmonChips, TwinsAreNumberedInTheOrderOfTheirDriver) {
  HwmonMachine machine;
  machine.add(10, "platform/amd_hsmp", "amd_hsmp_hwmon", {});
  machine.add(9, "platform/amd_hsmp", "amd_hsmp_hwmon", {});
  EXPECT_THAT(keys(machine), ElementsAre("platform/amd_hsmp/amd_hsmp_hwmon~1",
                                         "platform/amd_hsmp/amd_hsmp_hwmon~2"));
  EXPECT_EQ((*read_chips(machine.sysfs))[0].folder, "class/hwmon/hwmon9");
}

TEST(HwmonChips, MayHaveNoDevice) {
  HwmonMachine machine;
  machine.sysfs.set("class/hwmon/hwmon0/name", "soft\n");
  EXPECT_THAT(keys(machine), ElementsAre("virtual/soft"));
}

TEST(HwmonChips, OldDriversHaveTheirNameOnTheDevice) {
  HwmonMachine machine;
  machine.add(0, "platform/old", "", {});
  machine.sysfs.remove("devices/platform/old/hwmon/hwmon0/name");
  machine.sysfs.set("devices/platform/old/name", "pkgtemp\n");
  EXPECT_THAT(keys(machine), ElementsAre("platform/old/pkgtemp"));
}

TEST(HwmonChips, BytesThatAreNoTextAreReplacedInAName) {
  HwmonMachine machine;
  machine.add(0, "platform/x", " a\xC0 b ", {});
  EXPECT_THAT(keys(machine), ElementsAre("platform/x/a\xEF\xBF\xBD b"));
}

TEST(HwmonChips, OneWithoutANameIsLeftOut) {
  HwmonMachine machine;
  machine.add(0, "platform/x", "", {});
  machine.add(1, "platform/y", "good", {});
  EXPECT_THAT(keys(machine), ElementsAre("platform/y/good"));
}

// Notes 4.10.
TEST(HwmonChips, AMachineWithoutThemIsNormal) {
  EXPECT_EQ(read_chips(FakeFiles{}).error().code, ErrorCode::kNotPresent);
  EXPECT_EQ(read_chips(FakeFiles{{"class/hwmon/.keep", ""}}).error().code, ErrorCode::kNotPresent);
}

// Notes 4.32.
TEST(HwmonChips, LinksThatLeadNowhereNameTheMount) {
  FakeFiles files;
  files.link("class/hwmon/hwmon0", "../../devices/platform/gone/hwmon/hwmon0");
  const auto chips = read_chips(files);
  ASSERT_FALSE(chips.has_value());
  EXPECT_EQ(chips.error().code, ErrorCode::kPermission);
  EXPECT_THAT(chips.error().message,
              AllOf(HasSubstr("class/hwmon/hwmon0"), HasSubstr("--path.sysfs=/host/sys")));
}

}  // namespace
}  // namespace joulemark::hwmon
