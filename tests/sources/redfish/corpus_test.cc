// The service trees of many vendors in the shared fixtures, and what a correct client concludes
// from each (its EXPECTED.md).
#include "tests/sources/redfish/tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace joulemark::redfish {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class RedfishCorpus : public ::testing::Test {
 protected:
  static std::filesystem::path folder(const std::string& name) {
    return std::filesystem::path(JOULEMARK_SHARED_FIXTURES) / "redfish" / name;
  }
  void SetUp() override {
    if (!std::filesystem::exists(folder("EXPECTED.md"))) GTEST_SKIP() << "no shared fixtures here";
  }
  static Tree tree(const std::string& name) { return Tree::of_folder(folder(name)); }
};

struct Expected {
  const char* folder;
  double watts;
  Boundary boundary;
  Supply supply;
};

class RedfishNodePower : public RedfishCorpus, public ::testing::WithParamInterface<Expected> {};

TEST_P(RedfishNodePower, IsAsCheckedByHand) {
  const Tree found = tree(GetParam().folder);
  ASSERT_THAT(found.power, SizeIs(1));
  EXPECT_DOUBLE_EQ(found.power[0].watts, GetParam().watts);
  EXPECT_EQ(found.power[0].boundary, GetParam().boundary) << found.power[0].evidence;
  EXPECT_EQ(found.power[0].supply, GetParam().supply);
  EXPECT_FALSE(found.power[0].shared);
}

INSTANTIATE_TEST_SUITE_P(
    Trees, RedfishNodePower,
    ::testing::Values(
        Expected{"dell-r750-idrac9", 614, Boundary::kAcInput, Supply::kAc},
        Expected{"lenovo-sr670-xcc", 416, Boundary::kAcInput, Supply::kAc},
        Expected{"hpe-dl325-ilo5", 97, Boundary::kUnknown, Supply::kAc},
        Expected{"hpe-xl675d-a100-ilo5", 894, Boundary::kUnknown, Supply::kAc},
        Expected{"hpe-xl675d-a40-ilo5", 779, Boundary::kUnknown, Supply::kAc},
        Expected{"hpe-cray-ex235a", 747, Boundary::kDcInput, Supply::kDc},
        Expected{"hpe-cray-ex235n", 467, Boundary::kDcInput, Supply::kDc},
        Expected{"gigabyte-megarac", 100, Boundary::kUnknown, Supply::kUnknown},
        Expected{"intel-s2600-bmc", 148, Boundary::kUnknown, Supply::kUnknown},
        Expected{"telegraf-dell-idrac9-psu-rating", 429, Boundary::kUnknown, Supply::kAc},
        Expected{"telegraf-hpe-ilo5", 221, Boundary::kUnknown, Supply::kAc},
        Expected{"telegraf-hpe-powersubsystem", 937.4, Boundary::kAcInput, Supply::kAc},
        Expected{"synthetic-ideal-node", 611.5, Boundary::kAcInput, Supply::kAc},
        Expected{"synthetic-dell-lifetime-on-power-sensor", 242, Boundary::kUnknown,
                 Supply::kUnknown},
        Expected{"synthetic-fujitsu-irmc-oem", 150, Boundary::kUnknown, Supply::kUnknown},
        Expected{"synthetic-hp-ilo4-legacy", 93, Boundary::kUnknown, Supply::kAc},
        Expected{"synthetic-string-numbers", 321, Boundary::kUnknown, Supply::kUnknown},
        Expected{"dmtf-public-tower", 974, Boundary::kAcInput, Supply::kAc},
        Expected{"dmtf-public-rackmount1", 374, Boundary::kUnknown, Supply::kAc},
        Expected{"dmtf-public-liquid-cooled-server", 374, Boundary::kUnknown, Supply::kAc},
        Expected{"dmtf-public-telemetry", 8000, Boundary::kUnknown, Supply::kUnknown}));

class RedfishNoPower : public RedfishCorpus, public ::testing::WithParamInterface<const char*> {};

TEST_P(RedfishNoPower, IsAbsentAndNotZero) {
  const Tree found = tree(GetParam());
  EXPECT_THAT(found.power, IsEmpty());
  for (const std::size_t i : found.kept)
    EXPECT_NE(found.inventory.measured[i].about, About::kChassis)
        << (found.inventory.measured[i].reading ? "has a reading" : "");
}
INSTANTIATE_TEST_SUITE_P(Trees, RedfishNoPower,
                         ::testing::Values("nvidia-gh200", "openbmc-stock", "telegraf-dell-invalid",
                                           "synthetic-200-with-error", "synthetic-hostile-links",
                                           "openstack-sushy-quadblade", "cray-jaws-servertech"));

TEST_F(RedfishCorpus, NullReadingsGiveNoSample) {
  for (const char* name : {"nvidia-bluefield-dpu", "synthetic-host-off"}) {
    const Tree found = tree(name);
    EXPECT_THAT(found.power, IsEmpty()) << name;
    for (const std::size_t i : found.kept)
      EXPECT_FALSE(found.inventory.measured[i].reading) << name;
    EXPECT_THAT(found.kept, Not(IsEmpty())) << name;
  }
}

TEST_F(RedfishCorpus, DellHasItsSuppliesInHalfWattsAndNoEnergy) {
  const Tree found = tree("dell-r750-idrac9");
  EXPECT_THAT(found.inventory.chassis, SizeIs(2));
  for (const std::size_t i : found.kept)
    EXPECT_EQ(found.inventory.measured[i].quantity, QuantityKind::kPower);
  const Measured* input = found.at("PSU.Slot.1/Metrics", "/InputPowerWatts/Reading");
  ASSERT_NE(input, nullptr);
  EXPECT_EQ(input->boundary, Boundary::kAcInput);
}

TEST_F(RedfishCorpus, LenovosCurrentInWattsIsNeitherAndDiscreteSensorsAreNone) {
  const Tree found = tree("lenovo-sr670-xcc");
  EXPECT_EQ(found.at("Sensors/205L0", "/Reading"), nullptr);
  EXPECT_EQ(found.at("Sensors/1L0", "/Reading"), nullptr);
  EXPECT_EQ(found.at("Sensors/48L0", "/Reading"), nullptr);
  EXPECT_GE(found.remarks("UNIT_UNKNOWN"), 3U);
}

TEST_F(RedfishCorpus, Gh200ShowsEachWattOnceAndItsModules) {
  const Tree found = tree("nvidia-gh200");
  std::map<About, double> sums;
  for (const std::size_t i : found.kept) {
    const Measured& one = found.inventory.measured[i];
    if (one.quantity == QuantityKind::kPower && one.about != About::kPart)
      sums[one.about] += one.si();
    EXPECT_FALSE(one.lifetime);
    EXPECT_EQ(one.boundary, Boundary::kComponent) << one.path;
  }
  EXPECT_DOUBLE_EQ(sums[About::kModule], 165.805 + 144.309);
  EXPECT_DOUBLE_EQ(sums[About::kGpu], 84.766 + 99.036);
  EXPECT_EQ(sums.count(About::kMemory), 0U);  // the DRAM shows the GPU's own sensor
  const Measured* total = found.at("HGX_Chassis_0_TotalGPU_Power_0", "/Reading");
  ASSERT_NE(total, nullptr);
  EXPECT_TRUE(total->synthesized);
  // EnergykWh beside EnergyJoules is the same count in another unit.
  EXPECT_EQ(found.at("HGX_GPU_0/EnvironmentMetrics", "/EnergykWh/Reading"), nullptr);
}

TEST_F(RedfishCorpus, Gh200ReportsModulesInMilliwattsAndGpusInWatts) {
  const Tree found = tree("nvidia-gh200");
  std::map<std::string, double> scales;
  for (const ReportedValue& one : found.inventory.reported)
    scales[one.sensor.substr(one.sensor.rfind('/') + 1)] = one.scale;
  EXPECT_EQ(scales["HGX_GPU_0_Power_0"], 1.0);
  EXPECT_EQ(scales["HGX_GPU_0_Energy_0"], 1.0);
  EXPECT_EQ(scales["HGX_Chassis_0_HSC_1_Power_0"], 1.0);
  EXPECT_EQ(scales["ProcessorModule_0_Power_0"], 0.001);
  EXPECT_EQ(scales["ProcessorModule_1_Energy_0"], 0.001);
  EXPECT_EQ(found.remarks("UNIT_UNKNOWN"), 0U);
}

TEST_F(RedfishCorpus, CrayCountsJoulesAtItsDcInput) {
  const Tree found = tree("hpe-cray-ex235a");
  const Measured* energy = found.at("ChassisVoltageRegulator0InputEnergy", "/Reading");
  ASSERT_NE(energy, nullptr);
  EXPECT_DOUBLE_EQ(energy->si(), 1222273783.0);
  EXPECT_EQ(energy->boundary, Boundary::kDcInput);
  EXPECT_EQ(energy->stated.reading_time, "2022-03-09T21:16:39.877366854Z");
}

TEST_F(RedfishCorpus, RectifiersOfAChassisAreSharedAndSummedAtTheirInput) {
  const Tree found = tree("hpe-cray-cmm");
  ASSERT_THAT(found.power, SizeIs(1));
  EXPECT_TRUE(found.power[0].shared);
  EXPECT_EQ(found.power[0].boundary, Boundary::kAcInput);
  EXPECT_THAT(found.power[0].parts, SizeIs(4));
  EXPECT_EQ(found.at("Rectifier0OutputPower", "/Reading")->boundary, Boundary::kPsuOutput);
}

TEST_F(RedfishCorpus, ContradictionsOfGigabyteAreRemarked) {
  EXPECT_EQ(tree("gigabyte-megarac").remarks("INCONSISTENT"), 1U);
}

TEST_F(RedfishCorpus, ARatingIsNoInputPowerAndAFractionIsAnEfficiency) {
  const Tree found = tree("telegraf-dell-idrac9-psu-rating");
  EXPECT_EQ(found.remarks("RATING"), 1U);
  ASSERT_THAT(found.inventory.supplies, SizeIs(1));
  EXPECT_FALSE(found.inventory.supplies[0].input_watts);
  EXPECT_NEAR(found.inventory.supplies[0].efficiency.value(), 0.91, 1e-6);
}

TEST_F(RedfishCorpus, HpeSuppliesThatRepeatTheTotalAreSaidSo) {
  EXPECT_THAT(tree("hpe-xl675d-a100-ilo5").power[0].evidence, HasSubstr("repeats"));
  EXPECT_THAT(tree("hpe-dl325-ilo5").power[0].evidence, HasSubstr("LastPowerOutputWatts"));
}

TEST_F(RedfishCorpus, PduHasItsTotalAndNineMeteredOutlets) {
  const Tree found = tree("dmtf-public-pdu");
  const Measured* total = found.at("RackPDUs/1/Metrics", "/PowerWatts/Reading");
  ASSERT_NE(total, nullptr);
  EXPECT_DOUBLE_EQ(total->si(), 6438.0);
  EXPECT_DOUBLE_EQ(found.at("RackPDUs/1/Metrics", "/EnergykWh/Reading")->si(), 56438 * 3.6e6);
  std::size_t outlets = 0;
  for (const std::size_t i : found.kept) {
    const Measured& one = found.inventory.measured[i];
    if (one.about == About::kOutlet && one.quantity == QuantityKind::kPower &&
        one.owner.ends_with("RackPDUs/1"))
      ++outlets;
  }
  EXPECT_EQ(outlets, 9U);
  EXPECT_TRUE(found.resources.failed().contains("/redfish/v1/Chassis/PDU/Sensors/PDUEnergy"));
}

TEST_F(RedfishCorpus, ShelfIsMeteredAtItsInputAndItsBusbarIsDc) {
  const Tree found = tree("dmtf-public-power-shelf");
  const Measured* total = found.at("PowerShelves/1/Metrics", "/PowerWatts/Reading");
  ASSERT_NE(total, nullptr);
  EXPECT_EQ(total->boundary, Boundary::kAcInput);
  const Measured* bus = found.at("Branches/DC", "/PowerWatts/Reading");
  ASSERT_NE(bus, nullptr);
  EXPECT_EQ(bus->boundary, Boundary::kPsuOutput);
  EXPECT_EQ(bus->supply, Supply::kDc);
}

TEST_F(RedfishCorpus, IdealNodeStatesEverything) {
  const Tree found = tree("synthetic-ideal-node");
  const Measured* energy = found.at("Node/EnvironmentMetrics", "/EnergykWh/LifetimeReading");
  ASSERT_NE(energy, nullptr);
  EXPECT_TRUE(energy->lifetime);
  EXPECT_EQ(energy->reading->decimals(), 6);
  EXPECT_EQ(energy->stated.reading_accuracy, 0.1);
  EXPECT_EQ(energy->stated.sensing_interval, std::chrono::seconds(1));
  EXPECT_EQ(energy->stated.lifetime_start, "2024-11-27T10:51:39Z");
}

TEST_F(RedfishCorpus, LifetimeReadingOfAPowerSensorIsFoundAndItsUnitRemarked) {
  const Tree found = tree("synthetic-dell-lifetime-on-power-sensor");
  const Measured* energy = found.at("SystemBoardPwrConsumption", "/LifetimeReading");
  ASSERT_NE(energy, nullptr);
  EXPECT_DOUBLE_EQ(energy->si(), 1234.567 * 3.6e6);
  EXPECT_EQ(found.remarks("LIFETIME_UNIT"), 1U);
}

TEST_F(RedfishCorpus, IntegerKilowattHoursAndForeignSuppliesOfAPdu) {
  const Tree found = tree("synthetic-pdu-integer-kwh");
  EXPECT_EQ(found.at("OUTLET1", "/EnergykWh/Reading")->reading->decimals(), 0);
  EXPECT_EQ(found.at("OUTLET2", "/EnergykWh/LifetimeReading")->reading->decimals(), 3);
  EXPECT_EQ(found.at("OUTLET2", "/PowerWatts/Reading")->si(), 0.0);  // off is 0 W, not absent
  ASSERT_THAT(found.resources.foreign(), SizeIs(1));
  EXPECT_THAT(*found.resources.foreign().begin(), HasSubstr("bmc-node01.example"));
}

TEST_F(RedfishCorpus, HostileLinksStayUnasked) {
  const Tree found = tree("synthetic-hostile-links");
  for (const std::string& path : found.asked) EXPECT_TRUE(path.starts_with("/redfish/v1")) << path;
  EXPECT_LE(found.asked.size(), 3U);
  EXPECT_THAT(found.resources.foreign(), SizeIs(3));
}

TEST_F(RedfishCorpus, ServicesOfBeforeTheStandardAreSaidToBeUnsupported) {
  EXPECT_EQ(tree("synthetic-hpe-g2-pdu-prestandard").remarks("PRESTANDARD"), 1U);
}

TEST_F(RedfishCorpus, AnErrorWithin200IsAFailure) {
  const Tree found = tree("synthetic-200-with-error");
  ASSERT_THAT(found.resources.failed(), SizeIs(1));
  EXPECT_EQ(found.resources.failed().begin()->second.code, ErrorCode::kUnavailable);
}

TEST_F(RedfishCorpus, NamesOfTheOldSchemaComeFromTheIndex) {
  const Tree found = tree("synthetic-string-numbers");
  ASSERT_THAT(found.inventory.supplies, SizeIs(2));
  EXPECT_TRUE(found.inventory.supplies[1].absent);
  EXPECT_EQ(found.at("Chassis/1/Power", "/PowerSupplies/0/PowerInputWatts")->si(), 170.0);
  EXPECT_FALSE(found.at("Chassis/1/Power", "/PowerSupplies/0/PowerOutputWatts")->reading);
}

}  // namespace
}  // namespace joulemark::redfish
