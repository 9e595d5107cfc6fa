// Names and metrology by architecture.
#include "sources/nvml/sensors.h"

#include <gtest/gtest.h>

#include "measurement/defaults.h"
#include "measurement/sensor_dressing.h"

namespace joulemark::nvml {
namespace {

using namespace std::chrono_literals;
using Way = Quantity::Way;

constexpr Quantity kGpuEnergy{Way::kField, kEnergy, kScopeGpu};
constexpr Quantity kOldEnergy{Way::kTotalEnergy, kEnergy, kScopeGpu};
constexpr Quantity kAverage{Way::kField, kPowerAverage, kScopeGpu};
constexpr Quantity kInstant{Way::kField, kPowerInstant, kScopeGpu};
constexpr Quantity kUsage{Way::kPowerUsage, kPowerAverage, kScopeGpu};

Gpu gpu(unsigned architecture, bool ga100 = false) {
  return {.uuid = "GPU-1",
          .pci = "0000:03:00.0",
          .name = "NVIDIA X",
          .architecture = architecture,
          .ga100 = ga100};
}

// As the exporter publishes it.
Sensor made(const Quantity& quantity, const Gpu& of, const std::string& driver = "580.65.06") {
  const Place place{"node/gpu:" + of.pci, "node/module:0"};
  auto out =
      dressed(sensor_of(quantity, of, place, {driver, 100ms}), {"n1", "", Supply::kAc, false});
  EXPECT_TRUE(out) << out.error().message;
  return *out;
}

TEST(NvmlSensors, AreNamedByAddressAndPlacedByScope) {
  const Sensor energy = made(kGpuEnergy, gpu(kHopper));
  EXPECT_EQ(energy.id, "0000:03:00.0/energy");
  EXPECT_EQ(energy.scope, "node/gpu:0000:03:00.0");
  EXPECT_EQ(energy.component, Component::kGpu);
  EXPECT_EQ(energy.boundary, Boundary::kComponent);
  EXPECT_EQ(energy.supply, Supply::kDc);
  EXPECT_EQ(energy.serial, "GPU-1");
  EXPECT_EQ(energy.firmware, "580.65.06");
  EXPECT_DOUBLE_EQ(energy.joules_per_count, 1e-3);
  EXPECT_EQ(made({Way::kField, kPowerAverage, kScopeMemory}, gpu(kHopper)).scope,
            "node/gpu:0000:03:00.0/memory");
  const Sensor module = made({Way::kField, kPowerInstant, kScopeModule}, gpu(kHopper));
  EXPECT_EQ(module.id, "0000:03:00.0/module_power_instant");
  EXPECT_EQ(module.scope, "node/module:0");
  EXPECT_EQ(module.component, Component::kModule);
  EXPECT_GT(module.metrology.ceiling, Watts(3000.0));
}

// METHOD A-3: what is common to a model is common on every node, whatever its driver.
TEST(NvmlSensors, OfOneModelShareTheirErrors) {
  EXPECT_EQ(made(kGpuEnergy, gpu(kHopper), "570.1").metrology.accuracy.group,
            made(kAverage, gpu(kHopper), "580.2").metrology.accuracy.group);
}

TEST(NvmlSensors, EnergyIsPartTimeWhereTheSensorIsOrMayBe) {
  for (const Gpu& part_time : {gpu(kAmpere, true), gpu(kHopper), gpu(10), gpu(0)})
    for (const Quantity& quantity : {kGpuEnergy, kOldEnergy}) {
      const Metrology m = made(quantity, part_time).metrology;
      EXPECT_DOUBLE_EQ(m.observed_ratio, 0.25) << part_time.architecture;
      EXPECT_EQ(m.averaging, Duration(100ms));
      EXPECT_EQ(m.update_interval, Duration(100ms));
    }
  for (const Gpu& whole : {gpu(kAmpere), gpu(kAda), gpu(kTuring)}) {
    const Metrology m = made(kGpuEnergy, whole).metrology;
    EXPECT_DOUBLE_EQ(m.observed_ratio, 1.0) << whole.architecture;
    EXPECT_EQ(m.averaging, Duration(0));
  }
  const Metrology volta = made(kOldEnergy, gpu(kVolta)).metrology;
  EXPECT_DOUBLE_EQ(volta.observed_ratio, 0.5);
  EXPECT_EQ(volta.averaging, Duration(20ms));
}

TEST(NvmlSensors, AnAverageIsReadPeriodicallyAndAnInstantAtRandom) {
  const Sensor average = made(kAverage, gpu(kHopper));
  EXPECT_EQ(average.metrology.averaging, Duration(1s));
  EXPECT_EQ(average.metrology.sampling, Sampling::kPeriodic);
  const Sensor instant = made(kInstant, gpu(kHopper));
  EXPECT_DOUBLE_EQ(instant.metrology.observed_ratio, 0.25);
  EXPECT_EQ(instant.metrology.averaging, Duration(100ms));
  EXPECT_EQ(instant.metrology.sampling, Sampling::kStratified);
  // Nobody has found it to be part-time; METHOD has no row with its averaging.
  EXPECT_DOUBLE_EQ(made(kInstant, gpu(kAda)).metrology.observed_ratio, 1.0);
  EXPECT_EQ(made(kInstant, gpu(kAda)).metrology.averaging, Duration(0));
}

TEST(NvmlSensors, TheOldPowerIsAnAverageSinceAmpereButNotWithDrivers530) {
  for (const unsigned newer : {unsigned{kAda}, unsigned{kHopper}, 10U})
    EXPECT_EQ(made(kUsage, gpu(newer)).metrology.averaging, Duration(1s));
  for (const unsigned unknown : {0U, 0xffffffffU})
    EXPECT_EQ(made(kUsage, gpu(unknown)).metrology.sampling, Sampling::kStratified);
  EXPECT_EQ(made(kUsage, gpu(kAda), "530.30.02").metrology.averaging, Duration(0));
  EXPECT_EQ(made(kUsage, gpu(kAda), "530.30.02").metrology.sampling, Sampling::kStratified);
  EXPECT_EQ(made(kUsage, gpu(kAmpere, true)).metrology.averaging, Duration(0));
  EXPECT_EQ(made(kUsage, gpu(kVolta)).metrology.sampling, Sampling::kStratified);
}

TEST(NvmlSensors, EveryRowIsOneOfTheMethod) {
  for (const Gpu& each : {gpu(kVolta), gpu(kTuring), gpu(kAmpere), gpu(kAmpere, true), gpu(kAda),
                          gpu(kHopper), gpu(10), gpu(0)})
    for (const Quantity& quantity : {kGpuEnergy, kOldEnergy, kAverage, kInstant, kUsage}) {
      const Sensor sensor = made(quantity, each);
      EXPECT_NE(find_default_limits(sensor.source_class), nullptr) << sensor.source_class;
      EXPECT_EQ(sensor.metrology.accuracy.source, AccuracySource::kClassDefault);
      EXPECT_DOUBLE_EQ(sensor.metrology.accuracy.relative, 0.05);
      EXPECT_LT(sensor.metrology.accuracy.common, 1.0);
    }
}

TEST(NvmlSensors, WhoseModuleIsUnknownIsNeverSummed) {
  Place place{"node/gpu:0000:03:00.0", ""};
  place.unknown = true;
  const Sensor out = sensor_of(kGpuEnergy, gpu(kHopper), place, {"580", 100ms});
  EXPECT_EQ(out.component, Component::kOther);
}

}  // namespace
}  // namespace joulemark::nvml
