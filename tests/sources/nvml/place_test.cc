#include "sources/nvml/place.h"

#include <gtest/gtest.h>

#include "tests/fakes/fake_files.h"

namespace joulemark::nvml {
namespace {

constexpr const char* kGraceCpu = "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd4f\n";

Gpu gpu(const std::string& name) { return {nullptr, "GPU-1", "0009:01:00.0", name}; }
Offer module_offer() {
  Offer out;
  out.module = true;
  return out;
}

TEST(NvmlPlace, ABoardIsAGpuOfItsNode) {
  const FakeFiles none;
  const Place place = place_of(gpu("NVIDIA H200"), {}, none, none);
  EXPECT_EQ(place.gpu, "node/gpu:0009:01:00.0");
  EXPECT_EQ(place.module, "");
  EXPECT_FALSE(place.unknown);
}

// The module is the socket whose rails hwmon shows: one tree, each watt once.
TEST(NvmlPlace, ASuperchipIsInTheModuleOfItsSocket) {
  const FakeFiles proc{{"cpuinfo", kGraceCpu}};
  const FakeFiles sysfs{{"bus/pci/devices/0009:01:00.0/numa_node", "2\n"}};
  const Place told = place_of(gpu("NVIDIA GH200 480GB"), module_offer(), sysfs, proc);
  EXPECT_EQ(told.gpu, "node/module:2/gpu:0009:01:00.0");
  EXPECT_EQ(told.module, "node/module:2");
  // An older driver tells no module; the GPU is in it all the same.
  const Place untold = place_of(gpu("NVIDIA GB200"), {}, sysfs, proc);
  EXPECT_EQ(untold.gpu, "node/module:2/gpu:0009:01:00.0");
  EXPECT_EQ(untold.module, "");
}

TEST(NvmlPlace, ASuperchipOfAnUnknownSocketIsNotGuessed) {
  const FakeFiles proc{{"cpuinfo", kGraceCpu}};
  for (const FakeFiles& sysfs :
       {FakeFiles{}, FakeFiles{{"bus/pci/devices/0009:01:00.0/numa_node", "-1\n"}}})
    EXPECT_TRUE(place_of(gpu("NVIDIA GH200 480GB"), module_offer(), sysfs, proc).unknown);
}

TEST(NvmlPlace, ACardBesideAGraceIsNotInIt) {
  const FakeFiles proc{{"cpuinfo", kGraceCpu}};
  const FakeFiles sysfs{{"bus/pci/devices/0009:01:00.0/numa_node", "0\n"}};
  EXPECT_EQ(place_of(gpu("NVIDIA H100 NVL"), {}, sysfs, proc).gpu, "node/gpu:0009:01:00.0");
}

// Where no Grace is, each module is its own GPU's: never one scope for several of them.
TEST(NvmlPlace, AModuleOfOtherMachinesIsOfOneGpu) {
  const FakeFiles proc{{"cpuinfo", "vendor_id\t: GenuineIntel\n"}};
  const FakeFiles sysfs{{"bus/pci/devices/0009:01:00.0/numa_node", "0\n"}};
  const Place place = place_of(gpu("NVIDIA B200"), module_offer(), sysfs, proc);
  EXPECT_EQ(place.module, "node/module:0009:01:00.0");
  EXPECT_EQ(place.gpu, "node/module:0009:01:00.0/gpu:0009:01:00.0");
}

}  // namespace
}  // namespace joulemark::nvml
