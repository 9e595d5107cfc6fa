#include "sources/hwmon/graphics.h"

#include <gmock/gmock.h>

#include "measurement/accumulator.h"
#include "measurement/sensor_dressing.h"
#include "tests/sources/hwmon/hwmon_tree.h"

namespace joulemark::hwmon {
namespace {

const std::string kCard(kGpuDevice);
const std::string kApu = "pci0000:00/0000:00:08.1/0000:c4:00.0";

TEST(HwmonGraphics, KnowsAPciAddress) {
  EXPECT_EQ(pci_address("pci0000:00/0000:00:01.1/0000:03:00.0"), "0000:03:00.0");
  EXPECT_EQ(pci_address("pci10000:e0/10000:e1:00.0"), "10000:e1:00.0");
  for (const char* device : {"", "platform/opal-sensor", "i2c-1/1-0040", "pci0000:00", "0000:03:00",
                             "0000:03:0g.0", "0000-03:00.0", "x/:03:00.0"})
    EXPECT_EQ(pci_address(device), std::nullopt) << device;
}

TEST(HwmonGraphics, AnAmdCardIsKnownByItsAddress) {
  HwmonMachine machine;
  machine.add(4, kCard, "amdgpu", {{"power1_average", "85000000"}, {"power1_label", "PPT"}});
  machine.sysfs.set("devices/" + kCard + "/vendor", "0x1002\n");
  machine.sysfs.set("devices/" + kCard + "/device", "0x744c\n");
  const Sensor sensor = machine.sensors().at("amdgpu/power1");
  EXPECT_EQ(sensor.id, "pci0000:00/0000:00:01.1/0000:03:00.0/amdgpu/power1");
  EXPECT_EQ(sensor.scope, "node/gpu:0000:03:00.0");
  EXPECT_EQ(sensor.component, Component::kGpu);
  EXPECT_EQ(sensor.boundary, Boundary::kComponent);
  EXPECT_EQ(sensor.supply, Supply::kDc);
  EXPECT_EQ(sensor.vendor, "AMD");
  EXPECT_EQ(sensor.model, "0x744c");
  EXPECT_EQ(sensor.source_class, kMeterClass);
  EXPECT_EQ(sensor.metrology.sampling, Sampling::kStratified);
  EXPECT_EQ(sensor.metrology.sampling_interval, std::chrono::milliseconds(100));
}

// What the graphics inside a processor reports is the whole package's power (notes 1.7).
TEST(HwmonGraphics, InsideTheProcessorItIsThePackage) {
  HwmonMachine bridge, voltage, handheld;
  bridge.add(3, kApu, "amdgpu", {{"power1_average", "1"}, {"power1_label", "PPT"}});
  voltage.add(3, kCard, "amdgpu", {{"power1_average", "1"}, {"in1_label", "vddnb"}});
  handheld.add(3, kCard, "amdgpu", {{"power1_average", "1"}, {"power1_label", "slowPPT"}});
  for (auto* machine : {&bridge, &voltage, &handheld}) {
    const Sensor sensor = machine->sensors().at("amdgpu/power1");
    EXPECT_EQ(sensor.scope, "node/cpu:0");
    EXPECT_EQ(sensor.component, Component::kCpu);
    EXPECT_EQ(sensor.boundary, Boundary::kComponent);
  }
}

TEST(HwmonGraphics, AnMi300aIsInNoTotal) {
  HwmonMachine machine;
  machine.add(3, kCard, "amdgpu", {{"power1_average", "1"}});
  machine.sysfs.set("devices/" + kCard + "/vendor", "0x1002\n");
  machine.sysfs.set("devices/" + kCard + "/device", "0x74a0\n");
  EXPECT_EQ(machine.sensors().at("amdgpu/power1").component, Component::kRail);
}

TEST(HwmonGraphics, AFurtherChannelOfACardLiesInsideIt) {
  HwmonMachine machine;
  machine.add(3, kCard, "amdgpu", {{"power1_average", "1"}, {"power2_average", "1"}});
  EXPECT_EQ(machine.sensors().at("amdgpu/power2").scope, "node/gpu:0000:03:00.0/power2");
}

TEST(HwmonGraphics, AnIntelCardContainsItsPackage) {
  HwmonMachine machine;
  machine.add(5, kCard, "xe",
              {{"energy1_input", "22543283000000"},
               {"energy1_label", "card"},
               {"energy2_input", "15000000000000"},
               {"energy2_label", "pkg"}});
  const auto sensors = machine.sensors();
  const Sensor& card = sensors.at("xe/energy1");
  EXPECT_EQ(card.scope, "node/gpu:0000:03:00.0");
  EXPECT_EQ(sensors.at("xe/energy2").scope, "node/gpu:0000:03:00.0/pkg");
  EXPECT_EQ(card.quantity, QuantityKind::kEnergy);
  EXPECT_EQ(card.joules_per_count, 1e-6);
  EXPECT_EQ(card.modulus_counts, 0U) << "a fall is a reset";
  EXPECT_EQ(card.source_class, "Intel xe, i915 energy");
  EXPECT_EQ(card.vendor, "Intel");
  EXPECT_EQ(card.metrology.sampling, Sampling::kPeriodic);
  EXPECT_EQ(card.metrology.sampling_interval, std::chrono::milliseconds(100))
      << "the driver adds up a 32-bit register only when it is read";
}

// Notes 4.28, 4.29: compute-runtime#938 (3.69e12 W), amdsmi#115. The counter falls for one reading
// and is back with the next.
TEST(HwmonGraphics, ACounterThatFallsForOneReadingInventsNoEnergy) {
  HwmonMachine machine;
  machine.add(5, kCard, "xe", {{"energy1_input", "0"}, {"energy1_label", "card"}});
  const auto card = dressed(machine.sensors().at("xe/energy1"), {.node = "node1", .rack = {}});
  ASSERT_TRUE(card.has_value()) << card.error().message;
  EXPECT_EQ(card->metrology.ceiling, Watts(3000.0));
  CounterAccumulator energy(*card);
  UtcTime time(std::chrono::seconds(1'796'000'000));
  const std::vector<std::uint64_t> counts = {22'543'283'000'000, 22'543'289'000'000, 12'000'000,
                                             22'543'301'000'000, 22'543'307'000'000};
  for (const std::uint64_t microjoules : counts) {
    energy.add(time, EnergyCount{microjoules});
    time += std::chrono::milliseconds(100);
  }
  EXPECT_DOUBLE_EQ(energy.energy().value(), 12.0) << "60 W before and after";
  EXPECT_EQ(energy.state()->resets, 2U);
  EXPECT_NEAR(energy.state()->uncovered, 0.2, 1e-9);
}

TEST(HwmonGraphics, AnIntelCardWithoutLabelsIsItsFirstChannel) {
  HwmonMachine machine;
  machine.add(5, kCard, "i915", {{"energy1_input", "1"}, {"energy2_input", "1"}});
  EXPECT_EQ(machine.sensors().at("i915/energy1").scope, "node/gpu:0000:03:00.0");
  EXPECT_EQ(machine.sensors().at("i915/energy2").scope, "node/gpu:0000:03:00.0/energy2");
}

TEST(HwmonGraphics, TilesLieInsideTheCard) {
  HwmonMachine machine;
  machine.add(5, kCard, "i915", {{"energy1_input", "1"}});
  machine.add(6, kCard, "i915_gt0", {{"energy1_input", "1"}});
  machine.add(7, kCard, "i915_gt1", {{"energy1_input", "1"}});
  const auto sensors = machine.sensors();
  EXPECT_EQ(sensors.at("i915/energy1").scope, "node/gpu:0000:03:00.0");
  EXPECT_EQ(sensors.at("i915_gt0/energy1").scope, "node/gpu:0000:03:00.0/gt:0");
  EXPECT_EQ(sensors.at("i915_gt1/energy1").scope, "node/gpu:0000:03:00.0/gt:1");
  machine.add(8, kCard, "i915_gtx", {{"energy1_input", "1"}});
  EXPECT_EQ(machine.sensors().at("i915_gtx/energy1").component, Component::kRail);
}

TEST(HwmonGraphics, WithoutAnAddressItIsARail) {
  for (const char* name : {"amdgpu", "xe", "i915", "i915_gt0"}) {
    HwmonMachine machine;
    machine.add(0, "platform/vgpu", name, {{"power1_input", "1"}});
    EXPECT_EQ(machine.sensors().at(std::string(name) + "/power1").component, Component::kRail)
        << name;
  }
}

}  // namespace
}  // namespace joulemark::hwmon
