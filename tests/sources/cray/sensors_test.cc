#include "sources/cray/sensors.h"

#include <gtest/gtest.h>

#include "measurement/live_sensor.h"

namespace joulemark::cray {
namespace {

using std::chrono::milliseconds;

TEST(CraySensors, TheNodeIsOneScopeOfPowerAndEnergyAtItsDcInput) {
  for (const char* file : {"power", "energy"}) {
    const auto sensor = sensor_of(file);
    ASSERT_TRUE(sensor) << file;
    EXPECT_EQ(sensor->id, file);
    EXPECT_EQ(sensor->scope, "node");
    EXPECT_EQ(sensor->component, Component::kNode);
    EXPECT_EQ(sensor->boundary, Boundary::kDcInput);
    EXPECT_EQ(sensor->supply, Supply::kDc);
    EXPECT_EQ(sensor->source_class, "Cray pm_counters");
  }
  EXPECT_EQ(sensor_of("power")->quantity, QuantityKind::kPower);
  EXPECT_EQ(sensor_of("energy")->quantity, QuantityKind::kEnergy);
  EXPECT_EQ(sensor_of("energy")->joules_per_count, 1.0);
  EXPECT_EQ(sensor_of("energy")->modulus_counts, 0U) << "no range is known: a fall is no wrap";
}

TEST(CraySensors, PartsLieInsideTheNode) {
  EXPECT_EQ(sensor_of("cpu_power")->scope, "node/cpu");
  EXPECT_EQ(sensor_of("cpu_power")->component, Component::kCpu);
  EXPECT_EQ(sensor_of("memory_energy")->scope, "node/memory");
  EXPECT_EQ(sensor_of("memory_energy")->component, Component::kMemory);
  EXPECT_EQ(sensor_of("accel3_energy")->scope, "node/accel:3");
  EXPECT_EQ(sensor_of("accel3_energy")->component, Component::kGpu);
  EXPECT_EQ(sensor_of("accel_power")->scope, "node/accel");
}

TEST(CraySensors, EverythingElseIsNoSensor) {
  for (const char* file : {"power_cap", "accel0_power_cap", "cpu0_temp", "freshness", "generation",
                           "startup", "version", "raw_scan_hz", "_power", "nic_power",
                           "accelx_power", "accel12345_power", "cpupower", "", "energy_power_x"})
    EXPECT_FALSE(sensor_of(file)) << file;
}

CoverCandidate candidate(const Sensor& sensor) { return candidate_of(sensor, true, Watts(100)); }

// RAPL shows the same processor under another path, the vendor's library the same accelerators.
TEST(CraySensors, PartsAreInNoTotalWithOrWithoutTheNode) {
  CoverCandidate node = candidate(*sensor_of("energy"));
  const CoverCandidate cpu = candidate(*sensor_of("cpu_energy"));
  const CoverCandidate accel = candidate(*sensor_of("accel0_energy"));
  const CoverCandidate package{.source = "rapl",
                               .id = "package-0",
                               .scope = "node/cpu:0",
                               .driver = "intel-rapl",
                               .component = Component::kCpu,
                               .boundary = Boundary::kComponent,
                               .quantity = QuantityKind::kEnergy,
                               .alive = true,
                               .power = Watts(90)};
  auto choice = choose_cover({node, cpu, accel, package});
  EXPECT_EQ(choice.counted->basis, Basis::kCray);
  EXPECT_TRUE(choice.counted->complete);
  EXPECT_EQ(choice.counted->members, (std::vector<std::size_t>{0}));
  node.alive = false;
  choice = choose_cover({node, cpu, accel, package});
  EXPECT_EQ(choice.counted->basis, Basis::kComponents);
  EXPECT_EQ(choice.counted->members, (std::vector<std::size_t>{3}));
}

TEST(CraySensors, TheCounterIsCountedAndThePowerIsItsDual) {
  const auto choice =
      choose_cover({candidate(*sensor_of("power")), candidate(*sensor_of("energy"))});
  EXPECT_EQ(choice.roles, (std::vector{MemberRole::kDual, MemberRole::kCounted}));
}

// METHOD S-4a.
TEST(CraySensors, TheTimeIsTheDevicesOnlyWhereItsOffsetIsBounded) {
  Sensor sensor = *sensor_of("energy");
  describe({.interval = milliseconds(200), .scan = milliseconds(100), .version = 3}, sensor);
  EXPECT_EQ(sensor.metrology.time_stamp, TimeStamp::kRead);
  EXPECT_EQ(sensor.metrology.latency_min, Duration(0));
  EXPECT_EQ(sensor.metrology.latency_max, kLatencyUnstamped);
  EXPECT_EQ(sensor.metrology.update_interval, milliseconds(100));
  EXPECT_EQ(sensor.metrology.sampling_interval, milliseconds(200));
  EXPECT_EQ(sensor.metrology.sampling, Sampling::kDevice);
  EXPECT_EQ(sensor.metrology.resolution, 1.0);
  EXPECT_EQ(sensor.firmware, "version 3");

  describe({.interval = milliseconds(200), .clock_bound = milliseconds(30)},
           sensor = *sensor_of("energy"));
  EXPECT_EQ(sensor.metrology.time_stamp, TimeStamp::kDevice);
  EXPECT_EQ(sensor.metrology.latency_min, milliseconds(-30));
  EXPECT_EQ(sensor.metrology.latency_max, milliseconds(30));
  EXPECT_EQ(sensor.metrology.update_interval, std::nullopt) << "not known stays empty";
}

}  // namespace
}  // namespace joulemark::cray
