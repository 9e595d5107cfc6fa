#include "sources/hwmon/jetson.h"

#include <gmock/gmock.h>

#include "tests/sources/hwmon/hwmon_tree.h"

namespace joulemark::hwmon {
namespace {

// A board with one rail of this label.
Sensor sensor_of(const std::string& label) {
  HwmonMachine machine;
  machine.add(2, "i2c-1/1-0040", "ina3221",
              {{"in1_input", "5000"}, {"curr1_input", "100"}, {"in1_label", label}});
  return machine.sensors().at("ina3221/in1-curr1");
}

// METHOD S-1a, rank 9.
TEST(HwmonJetson, TheInputOfTheModuleIsItsTotal) {
  for (const char* label : {"VDD_IN", "POM_5V_IN", "VIN"}) {
    const Sensor sensor = sensor_of(label);
    EXPECT_EQ(sensor.scope, "node/module:0") << label;
    EXPECT_EQ(sensor.component, Component::kModule);
    EXPECT_EQ(sensor.boundary, Boundary::kDcInput);
    EXPECT_EQ(sensor.supply, Supply::kDc);
    EXPECT_EQ(sensor.source_class, kMeterClass);
    EXPECT_EQ(sensor.vendor, "NVIDIA");
  }
}

TEST(HwmonJetson, RailsOfAModuleWithAnInputLieInsideIt) {
  for (const char* label : {"VDD_CPU_GPU_CV", "VDD_SOC", "POM_5V_CPU", "POM_5V_GPU"})
    EXPECT_TRUE(sensor_of(label).scope.starts_with("node/module:0/rail:")) << label;
  EXPECT_EQ(sensor_of("VDD_SOC").scope, "node/module:0/rail:vdd_soc");
}

// jetson_stats#344: VIN_SYS_5V0 is one rail of the AGX Orin, not its total.
TEST(HwmonJetson, RailsOfABoardWithoutATotalAreParts) {
  for (const auto& [label, component] : {std::pair("VDD_GPU_SOC", Component::kGpu),
                                         {"VDD_CPU_CV", Component::kCpu},
                                         {"VIN_SYS_5V0", Component::kCpu},
                                         {"VDDQ_VDD2_1V8AO", Component::kMemory}}) {
    const Sensor sensor = sensor_of(label);
    EXPECT_TRUE(sensor.scope.starts_with("node/rail:")) << label;
    EXPECT_EQ(sensor.component, component) << label;
    EXPECT_EQ(sensor.boundary, Boundary::kComponent) << label;
  }
  EXPECT_EQ(sensor_of("VDD_GPU_SOC").scope, "node/rail:vdd_gpu_soc");
}

TEST(HwmonJetson, ALabelThatNobodyKnowsIsARailInNoTotal) {
  for (const char* label : {"VDD_MUX", "sum of shunt voltages", ""}) {
    EXPECT_EQ(sensor_of(label).component, Component::kRail) << label;
    EXPECT_EQ(sensor_of(label).boundary, Boundary::kUnknown) << label;
  }
}

TEST(HwmonJetson, Ina238HasPowerAndTheLabelOfItsChip) {
  HwmonMachine machine;
  machine.add(2, "i2c-1/1-0044", "ina238", {{"power1_input", "1"}, {"label", "VDD_IN"}});
  EXPECT_EQ(machine.sensors().at("ina238/power1").scope, "node/module:0");
}

TEST(HwmonJetson, TheChipSaysHowOftenItUpdates) {
  HwmonMachine machine;
  machine.add(2, "i2c-1/1-0040", "ina3221",
              {{"in1_input", "1"}, {"curr1_input", "1"}, {"update_interval", "70"}});
  EXPECT_EQ(machine.sensors().at("ina3221/in1-curr1").metrology.update_interval,
            std::chrono::milliseconds(70));
}

}  // namespace
}  // namespace joulemark::hwmon
