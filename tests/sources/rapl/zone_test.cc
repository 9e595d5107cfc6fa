#include "sources/rapl/zone.h"

#include <gmock/gmock.h>

#include "tests/sources/rapl/powercap_tree.h"

namespace joulemark::rapl {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(Zones, AreListedOnceWithNameParentAndRange) {
  PowercapMachine machine;
  machine.add("intel-rapl:0", "package-0", kPackageRange);
  machine.add("intel-rapl:0:1", "dram", kDramRange);
  machine.add("intel-rapl-mmio:0", "package-0", kPackageRange);
  machine.sysfs.set("class/powercap/intel-rapl/enabled", "1\n");
  machine.sysfs.set("class/powercap/dtpm:0/name", "package-0\n");
  const auto zones = read_zones(machine.sysfs);
  ASSERT_TRUE(zones.has_value()) << zones.error().message;
  ASSERT_EQ(zones->size(), 3U);
  EXPECT_TRUE((*zones)[0].mmio);
  EXPECT_EQ((*zones)[1].name.kind, ZoneKind::kPackage);
  EXPECT_EQ((*zones)[1].parent, "");
  EXPECT_EQ((*zones)[2].folder, "intel-rapl:0:1");
  EXPECT_EQ((*zones)[2].parent, "intel-rapl:0");
  EXPECT_EQ((*zones)[2].range, 65712999613U);
}

TEST(Zones, ARangeOfZeroOrNoneIsNotKnown) {
  PowercapMachine machine;
  machine.add("intel-rapl:0", "package-0", "0\n");
  machine.add("intel-rapl:1", "package-1", "");
  machine.add("intel-rapl:2", "package-2", "garbage\n");
  machine.add("intel-rapl:3", "package-3", kPackageRange);
  machine.sysfs.fail(PowercapMachine::device("intel-rapl:3") + "/max_energy_range_uj",
                     ErrorCode::kUnavailable);
  const auto zones = read_zones(machine.sysfs);
  ASSERT_TRUE(zones.has_value());
  ASSERT_EQ(zones->size(), 4U) << "one unreadable range does not take other zones with it";
  for (const Zone& zone : *zones) EXPECT_EQ(zone.range, std::nullopt) << zone.folder;
}

// Notes 4.10: no class directory; a virtual machine without RAPL.
TEST(Zones, AMachineWithoutThemIsNormal) {
  EXPECT_EQ(read_zones(FakeFiles{}).error().code, ErrorCode::kNotPresent);
  const FakeFiles empty{{"class/powercap/dtpm/enabled", "1\n"}};
  EXPECT_EQ(read_zones(empty).error().code, ErrorCode::kNotPresent);
}

// Notes 4.32: a container shows the class links and masks what they lead to.
TEST(Zones, LinksThatLeadNowhereNameTheMaskAndTheMount) {
  FakeFiles files;
  files.link("class/powercap/intel-rapl:0", "../../devices/virtual/powercap/intel-rapl:0");
  const auto zones = read_zones(files);
  ASSERT_FALSE(zones.has_value());
  EXPECT_EQ(zones.error().code, ErrorCode::kPermission);
  EXPECT_THAT(zones.error().message, AllOf(HasSubstr("class/powercap/intel-rapl:0"),
                                           HasSubstr("/sys/devices/virtual/powercap"),
                                           HasSubstr("/host/sys"), HasSubstr("--path.sysfs")));
}

}  // namespace
}  // namespace joulemark::rapl
