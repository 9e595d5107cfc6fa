#include "sources/hwmon/processors.h"

#include <gmock/gmock.h>

#include "tests/sources/hwmon/hwmon_tree.h"

namespace joulemark::hwmon {
namespace {

using testing::AllOf;
using testing::Field;

auto is_at(std::string_view scope, Component component, Boundary boundary) {
  return AllOf(Field(&Sensor::scope, scope), Field(&Sensor::component, component),
               Field(&Sensor::boundary, boundary));
}

// Labels come with trailing blanks.
TEST(HwmonPowernv, SystemIsTheNodeAndChipsAreProcessors) {
  HwmonMachine machine;
  machine.add(0, "platform/opal-sensor", "ibmpowernv",
              {{"energy1_input", "7500000000000000"},
               {"energy1_label", "System"},
               {"power1_input", "640000000"},
               {"power1_label", "System "},
               {"power2_input", "130000000"},
               {"power2_label", "Chip 0 "},
               {"power3_input", "80000000"},
               {"power3_label", "Chip 0 Vdd"},
               {"power4_input", "125000000"},
               {"power4_label", "Chip 8 "},
               {"power5_input", "60000000"},
               {"power5_label", "GPU 0 "},
               {"power6_input", "1"},
               {"power6_label", "Chip x"},
               {"power7_input", "1"},
               {"power7_label", "Fan"}});
  const auto sensors = machine.sensors();
  const auto at = [&](const std::string& id) { return sensors.at("ibmpowernv/" + id); };
  EXPECT_THAT(at("energy1"), is_at("node", Component::kNode, Boundary::kUnknown));
  EXPECT_THAT(at("power1"), is_at("node", Component::kNode, Boundary::kUnknown));
  EXPECT_THAT(at("power2"), is_at("node/cpu:0", Component::kCpu, Boundary::kComponent));
  EXPECT_THAT(at("power3"), is_at("node/cpu:0/vdd", Component::kCpu, Boundary::kComponent));
  EXPECT_THAT(at("power4"), is_at("node/cpu:8", Component::kCpu, Boundary::kComponent));
  EXPECT_THAT(at("power5"), is_at("node/rail:opal-sensor:ibmpowernv:power5:gpu_0", Component::kGpu,
                                  Boundary::kUnknown));
  EXPECT_EQ(at("power6").component, Component::kRail);
  EXPECT_EQ(at("power7").component, Component::kRail);
  EXPECT_EQ(at("energy1").driver, "ibmpowernv") << "METHOD's rank 4 is known by it";
  EXPECT_EQ(at("energy1").vendor, "IBM");
  for (const auto& [id, sensor] : sensors) {
    EXPECT_EQ(sensor.metrology.sampling, Sampling::kStratified) << "one way for one source";
    EXPECT_EQ(sensor.metrology.sampling_interval, std::chrono::milliseconds(100));
  }
}

TEST(HwmonHsmp, IsThePackageOfItsSocket) {
  for (const auto& [device, scope] : {std::pair("platform/amd_hsmp_hwmon.1", "node/cpu:1"),
                                      {"platform/AMDI0097:01", "node/cpu:1"},
                                      {"platform/AMDI0097:00", "node/cpu:0"}}) {
    HwmonMachine machine;
    machine.add(0, device, "amd_hsmp_hwmon", {{"power1_input", "1"}, {"power1_cap", "2"}});
    EXPECT_THAT(machine.sensors().at("amd_hsmp_hwmon/power1"),
                is_at(scope, Component::kCpu, Boundary::kComponent));
  }
}

TEST(HwmonHsmp, WithoutASocketItIsInNoTotal) {
  HwmonMachine alone, twins;
  alone.add(0, "platform/amd_hsmp", "amd_hsmp_hwmon", {{"power1_input", "1"}});
  EXPECT_EQ(alone.sensors().at("amd_hsmp_hwmon/power1").component, Component::kRail);
  twins.add(0, "platform/amd_hsmp_hwmon.0", "amd_hsmp_hwmon", {{"power1_input", "1"}});
  twins.add(1, "platform/amd_hsmp_hwmon.0", "amd_hsmp_hwmon", {{"power1_input", "2"}});
  const auto sensors = twins.sensors();
  ASSERT_EQ(sensors.size(), 2U);
  EXPECT_EQ(sensors.at("amd_hsmp_hwmon~1/power1").component, Component::kRail);
  EXPECT_NE(sensors.at("amd_hsmp_hwmon~1/power1").scope,
            sensors.at("amd_hsmp_hwmon~2/power1").scope);
  EXPECT_THAT(twins.warnings.at(0), testing::HasSubstr("cannot be told apart"));
}

TEST(HwmonSmpro, RegulatorsOfASocketDoNotOverlap) {
  for (const auto& [device, socket] :
       {std::pair("platform/smpro-hwmon.1", "1"), {"platform/smpro-hwmon.0.auto", "0"}}) {
    HwmonMachine machine;
    machine.add(0, device, "smpro",
                {{"power1_input", "1"},
                 {"power1_label", "CPU power"},
                 {"power2_input", "1"},
                 {"power2_label", "SOC power"},
                 {"power3_input", "1"},
                 {"power3_label", "DIMM VRD1 power"},
                 {"power4_input", "1"},
                 {"power4_label", "DIMM VRD2 power"},
                 {"power5_input", "1"},
                 {"power5_label", "RCA VRD power"},
                 {"power6_input", "1"},
                 {"power6_label", "Fan power"}});
    const auto sensors = machine.sensors();
    const std::string cpu = "node/cpu:" + std::string(socket),
                      dram = "node/dram:" + std::string(socket);
    const auto at = [&](const std::string& id) { return sensors.at("smpro/" + id); };
    EXPECT_THAT(at("power1"), is_at(cpu + "/cores", Component::kCpu, Boundary::kComponent));
    EXPECT_THAT(at("power2"), is_at(cpu + "/soc", Component::kCpu, Boundary::kComponent));
    EXPECT_THAT(at("power3"), is_at(dram + "/vrd:1", Component::kMemory, Boundary::kComponent));
    EXPECT_THAT(at("power4"), is_at(dram + "/vrd:2", Component::kMemory, Boundary::kComponent));
    EXPECT_THAT(at("power5"), is_at(cpu + "/rca", Component::kCpu, Boundary::kComponent));
    EXPECT_THAT(at("power6").component, Component::kRail);
  }
}

TEST(HwmonSmpro, WithoutASocketItIsInNoTotal) {
  HwmonMachine machine;
  machine.add(0, "platform/smpro", "smpro", {{"power1_input", "1"}, {"power1_label", "CPU power"}});
  EXPECT_EQ(machine.sensors().at("smpro/power1").component, Component::kRail);
}

}  // namespace
}  // namespace joulemark::hwmon
