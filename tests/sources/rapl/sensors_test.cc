#include "sources/rapl/sensors.h"

#include <gmock/gmock.h>

#include <map>

#include "tests/sources/rapl/powercap_tree.h"

namespace joulemark::rapl {
namespace {

using testing::AllOf;
using testing::Field;
using testing::Pair;
using testing::UnorderedElementsAre;

std::map<std::string, Sensor> sensors_of(PowercapMachine& machine) {
  std::map<std::string, Sensor> sensors;
  for (auto& candidate : plan_sensors(*read_zones(machine.sysfs), read_cpu(machine.procfs), {}))
    sensors.emplace(candidate.sensor.id, candidate.sensor);  // the first of equal ids
  return sensors;
}

auto is_at(const std::string& scope, Component component) {
  return AllOf(Field(&Sensor::scope, scope), Field(&Sensor::component, component));
}

// Notes 4.20: core and uncore lie inside the package, DRAM beside it.
TEST(RaplSensors, PartsLieInsideTheirPackageAndDramBesideIt) {
  PowercapMachine machine;
  machine.add("intel-rapl:0", "package-0", kPackageRange);
  machine.add("intel-rapl:0:0", "core", kPackageRange);
  machine.add("intel-rapl:0:1", "uncore", kPackageRange);
  machine.add("intel-rapl:0:2", "dram", kDramRange);
  machine.add("intel-rapl:1", "psys", kPackageRange);
  EXPECT_THAT(
      sensors_of(machine),
      UnorderedElementsAre(Pair("package-0", is_at("node/cpu:0", Component::kCpu)),
                           Pair("package-0-core", is_at("node/cpu:0/core", Component::kCpu)),
                           Pair("package-0-uncore", is_at("node/cpu:0/uncore", Component::kCpu)),
                           Pair("package-0-dram", is_at("node/dram:0", Component::kMemory)),
                           Pair("psys", is_at("node", Component::kNode))));
}

// Notes 4.21: on Sapphire Rapids psys lies between the packages.
TEST(RaplSensors, TheNumberOfAZoneSaysNothing) {
  PowercapMachine machine(kSapphireRapids);
  machine.add("intel-rapl:0", "package-0", kPackageRange);
  machine.add("intel-rapl:1", "psys", "4294967295000000\n");
  machine.add("intel-rapl:2", "package-1", kPackageRange);
  machine.add("intel-rapl:2:0", "dram", kPackageRange);
  const auto sensors = sensors_of(machine);
  EXPECT_EQ(sensors.at("package-1").scope, "node/cpu:1");
  EXPECT_EQ(sensors.at("package-1-dram").scope, "node/dram:1");
  EXPECT_EQ(sensors.at("psys").metrology.resolution, 1.0);
}

// Notes 4.19: dies of Intel are parts that add up, those of AMD show one counter several times.
TEST(RaplSensors, DiesAddUpOnIntel) {
  PowercapMachine machine;
  machine.add("intel-rapl:0", "package-0-die-0", kPackageRange);
  machine.add("intel-rapl:0:0", "dram", kDramRange);
  machine.add("intel-rapl:1", "package-0-die-1", kPackageRange);
  machine.add("intel-rapl:1:0", "dram", kDramRange);
  EXPECT_THAT(sensors_of(machine),
              UnorderedElementsAre(
                  Pair("package-0-die-0", is_at("node/cpu:0/die:0", Component::kCpu)),
                  Pair("package-0-die-0-dram", is_at("node/dram:0/die:0", Component::kMemory)),
                  Pair("package-0-die-1", is_at("node/cpu:0/die:1", Component::kCpu)),
                  Pair("package-0-die-1-dram", is_at("node/dram:0/die:1", Component::kMemory))));
}

TEST(RaplSensors, DiesOfAmdAreOnePackage) {
  for (const auto& vendor : {"AuthenticAMD", "HygonGenuine"}) {
    PowercapMachine machine(cpuinfo(vendor, 23, 1));
    machine.add("intel-rapl:0", "package-0-die-0", kAmdRange);
    machine.add("intel-rapl:0:0", "core", kAmdRange);
    machine.add("intel-rapl:1", "package-0-die-1", kAmdRange);
    machine.add("intel-rapl:1:0", "core", kAmdRange);
    EXPECT_THAT(sensors_of(machine),
                UnorderedElementsAre(
                    Pair("package-0", is_at("node/cpu:0", Component::kCpu)),
                    Pair("package-0-lead-core", is_at("node/cpu:0/lead-core", Component::kOther))));
    EXPECT_EQ(plan_sensors(*read_zones(machine.sysfs), read_cpu(machine.procfs), {})[0].zone.folder,
              "intel-rapl:0");
  }
}

TEST(RaplSensors, DiesOfAnUnknownVendorAreInNoTotal) {
  PowercapMachine machine("");
  machine.add("intel-rapl:0", "package-0-die-0", kPackageRange);
  machine.add("intel-rapl:1", "package-0-die-1", kPackageRange);
  for (const auto& [id, sensor] : sensors_of(machine)) {
    EXPECT_EQ(sensor.component, Component::kOther) << id;
    EXPECT_EQ(sensor.boundary, Boundary::kUnknown) << id;
  }
}

// Notes 4.2: the MMIO window shows the same package.
TEST(RaplSensors, MmioLosesAgainstTheOtherWindow) {
  PowercapMachine machine(kLaptop);
  machine.add("intel-rapl-mmio:0", "package-0", kPackageRange);
  machine.add("intel-rapl:0", "package-0", kPackageRange);
  EXPECT_EQ(sensors_of(machine).at("package-0").driver, "intel-rapl");
  machine.sysfs.remove("class/powercap/intel-rapl:0");
  EXPECT_EQ(sensors_of(machine).at("package-0").driver, "intel-rapl-mmio");
}

// Whether two psys zones overlap is not known: neither may pass for the node, nor both for one.
TEST(RaplSensors, SeveralPsysZonesHaveScopesOfTheirOwn) {
  PowercapMachine machine;
  machine.add("intel-rapl:0", "psys", kPackageRange);
  machine.add("intel-rapl:1", "psys-1", kPackageRange);
  EXPECT_THAT(sensors_of(machine),
              UnorderedElementsAre(Pair("psys", Field(&Sensor::scope, "node/psys:0")),
                                   Pair("psys-1", Field(&Sensor::scope, "node/psys:1"))));
}

// Notes 4.22: a name nobody knows is kept and counted nowhere.
TEST(RaplSensors, UnknownNamesAreKeptUnclassified) {
  PowercapMachine machine;
  machine.add("intel-rapl:0", "package-0", kPackageRange);
  machine.add("intel-rapl:0:0", "Gfx \xC0 Core", kPackageRange);
  machine.add("intel-rapl:1", "platform", kPackageRange);
  machine.add("intel-rapl:2", "dram", kDramRange);
  const auto sensors = sensors_of(machine);
  EXPECT_EQ(sensors.at("package-0-other-gfx___core").scope, "node/cpu:0/other:gfx___core");
  EXPECT_EQ(sensors.at("other-platform").scope, "node/other:platform");
  EXPECT_EQ(sensors.at("other-dram").component, Component::kOther) << "memory of no package";
  EXPECT_EQ(sensors.at("other-platform").source_class, "");
  EXPECT_EQ(sensors.at("other-platform").boundary, Boundary::kUnknown);
}

TEST(RaplSensors, SayWhatAMetrologistMustKnow) {
  PowercapMachine machine;
  machine.add("intel-rapl:0", "package-0", kPackageRange);
  const Options options{.interval = std::chrono::milliseconds(200), .max_plausible = Watts(900)};
  const auto plan = plan_sensors(*read_zones(machine.sysfs), read_cpu(machine.procfs), options);
  const Sensor& sensor = plan.at(0).sensor;
  EXPECT_EQ(sensor.source, "rapl");
  EXPECT_EQ(sensor.quantity, QuantityKind::kEnergy);
  EXPECT_EQ(sensor.joules_per_count, 1e-6);
  EXPECT_EQ(sensor.vendor, "GenuineIntel");
  EXPECT_EQ(sensor.model, "Test CPU @ 2.00GHz");
  EXPECT_EQ(sensor.boundary, Boundary::kComponent);
  EXPECT_EQ(sensor.supply, Supply::kDc);
  EXPECT_EQ(sensor.source_class, "RAPL package, measured (Haswell-EP and later)");
  EXPECT_NEAR(sensor.metrology.resolution, 61.035e-6, 1e-9);
  EXPECT_EQ(sensor.metrology.sampling, Sampling::kPeriodic);
  EXPECT_EQ(sensor.metrology.sampling_interval, options.interval);
  EXPECT_EQ(sensor.metrology.ceiling, options.max_plausible);
  EXPECT_EQ(sensor.metrology.update_interval, std::nullopt) << "comes with the class defaults";
  EXPECT_EQ(sensor.metrology.accuracy.source, AccuracySource::kNone);
  EXPECT_EQ(sensor.modulus_counts, 262143328911U);
  EXPECT_EQ(sensor.metrology.modulus, Joules(262143.328911));
  EXPECT_FALSE(sensor.metrology.filtered);
}

TEST(RaplSensors, TheClassFollowsTheProcessor) {
  PowercapMachine server, epyc(kEpyc), laptop(kLaptop), unknown("");
  for (auto* machine : {&server, &epyc, &laptop, &unknown}) {
    machine->add("intel-rapl:0", "package-0", kPackageRange);
    machine->add("intel-rapl:0:0", "dram", kDramRange);
    machine->add("intel-rapl:1", "psys", kPackageRange);
  }
  EXPECT_EQ(sensors_of(server).at("package-0").source_class,
            "RAPL package, measured (Haswell-EP and later)");
  for (auto* machine : {&epyc, &laptop, &unknown})
    EXPECT_EQ(sensors_of(*machine).at("package-0").source_class, "RAPL package, modelled");
  EXPECT_EQ(sensors_of(server).at("package-0-dram").source_class, "RAPL DRAM");
  EXPECT_EQ(sensors_of(server).at("psys").source_class, "RAPL package, modelled");
  EXPECT_EQ(sensors_of(server).at("psys").supply, Supply::kUnknown);
}

TEST(RaplSensors, SgxFiltersWhatIsReported) {
  PowercapMachine machine(cpuinfo("GenuineIntel", 6, 106, "fpu sgx"));
  machine.add("intel-rapl:0", "package-0", kPackageRange);
  EXPECT_TRUE(sensors_of(machine).at("package-0").metrology.filtered);
}

TEST(RaplSensors, TheModulusIsTheRangeAndOneUnit) {
  EXPECT_EQ(modulus_of(262143328850), 262143328911U);          // 2^32 x 61.035 uJ
  EXPECT_EQ(modulus_of(65532610987), 65532611002U);            // 2^32 x 15.258 uJ
  EXPECT_EQ(modulus_of(65712999613), 65712999628U);            // 2^32 x 15.3 uJ
  EXPECT_EQ(modulus_of(4294967295000000), 4294967296000000U);  // 2^32 x 1 J
  EXPECT_EQ(modulus_of(18446744073709551615U), 0U);
}

// Notes 4.18: without a range a fall cannot be taken for a wrap.
TEST(RaplSensors, WithoutARangeThereIsNoModulus) {
  PowercapMachine machine;
  machine.add("intel-rapl:0", "package-0", "0\n");
  const Sensor sensor = sensors_of(machine).at("package-0");
  EXPECT_EQ(sensor.modulus_counts, 0U);
  EXPECT_EQ(sensor.metrology.modulus, std::nullopt);
  EXPECT_GT(sensor.metrology.resolution, 0.0);
}

// Notes 4.23.
TEST(RaplSensors, AnOldDramUnitOnSapphireRapidsIsMarked) {
  PowercapMachine old_kernel(kSapphireRapids), new_kernel(kSapphireRapids), icelake;
  old_kernel.add("intel-rapl:0", "package-0", kPackageRange);
  old_kernel.add("intel-rapl:0:0", "dram", kDramRange);
  new_kernel.add("intel-rapl:0", "package-0", kPackageRange);
  new_kernel.add("intel-rapl:0:0", "dram", kPackageRange);
  icelake.add("intel-rapl:0", "package-0", kPackageRange);
  icelake.add("intel-rapl:0:0", "dram", kDramRange);
  EXPECT_TRUE(sensors_of(old_kernel).at("package-0-dram").metrology.filtered);
  EXPECT_FALSE(sensors_of(old_kernel).at("package-0").metrology.filtered);
  EXPECT_FALSE(sensors_of(new_kernel).at("package-0-dram").metrology.filtered);
  EXPECT_FALSE(sensors_of(icelake).at("package-0-dram").metrology.filtered);
}

TEST(RaplSensors, TheNewDramUnitOnBroadwellDIsMarked) {
  PowercapMachine machine(cpuinfo("GenuineIntel", 6, 86));
  machine.add("intel-rapl:0", "package-0", kPackageRange);
  machine.add("intel-rapl:0:0", "dram", kPackageRange);
  EXPECT_TRUE(sensors_of(machine).at("package-0-dram").metrology.filtered);
}

}  // namespace
}  // namespace joulemark::rapl
