#include "query/crosscheck/independence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "query/crosscheck/expected_ratio.h"
#include "tests/query/crosscheck/made_levels.h"

namespace joulemark {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::SizeIs;

CheckedSensor bmc() {
  CheckedSensor out = checked_sensor(made::validated_sensor());
  out.source = "redfish";
  out.driver = "";
  out.model = "BMC 1";
  return out;
}
CheckedSensor outlet() { return checked_sensor(made::outlet_sensor()); }
CheckedSensor in_band() { return checked_sensor(made::validated_sensor()); }
CheckedSensor gpu() {
  CheckedSensor out = in_band();
  out.source = "nvml";
  out.model = "H200";
  out.scope = "node/gpu:0000:03:00.0";
  out.component = Component::kGpu;
  out.boundary = Boundary::kComponent;
  out.supply = Supply::kDc;
  return out;
}

std::string refusal(const Chain& reference, const Chain& validated) {
  const auto found = check_independence(reference, validated);
  return found ? "accepted" : found.error().message;
}

TEST(Independence, AcceptsPduOverBmcAndBmcOverInBand) {
  const auto pdu = check_independence({outlet()}, {bmc()});
  ASSERT_TRUE(pdu.has_value()) << pdu.error().message;
  EXPECT_THAT(pdu->declared, Contains(HasSubstr("feeds all of gpu0001/redfish/power1")));
  const auto board = check_independence({bmc()}, {in_band()});
  ASSERT_TRUE(board.has_value()) << board.error().message;
  EXPECT_THAT(board->declared, SizeIs(0)) << "one scope of one node: nothing is left to declare";
  EXPECT_THAT(board->checked, Contains("both sides have the scope node"));
}

TEST(Independence, RefusesAReferenceDownstream) {
  EXPECT_THAT(refusal({in_band()}, {outlet()}), HasSubstr("lies downstream of"));
  EXPECT_THAT(refusal({gpu()}, {bmc()}), HasSubstr("lies downstream of"));
}

TEST(Independence, RefusesOneSourceAndDeviceOnBothSides) {
  CheckedSensor supply = bmc();
  supply.sensor = "psu1-in";
  supply.scope = "node/psu:1/in";
  CheckedSensor output = supply;
  output.sensor = "psu1-out";
  output.scope = "node/psu:1/out";
  output.boundary = Boundary::kPsuOutput;
  EXPECT_THAT(refusal({supply}, {output}), HasSubstr("the same source and device"));
  CheckedSensor twin = in_band();
  twin.node = "gpu0002";
  EXPECT_THAT(refusal({twin}, {in_band()}), HasSubstr("the same model of meter, Meter 5"));
  CheckedSensor renamed = outlet();
  renamed.node = "other";
  renamed.source = "snmp";
  EXPECT_THAT(refusal({outlet()}, {renamed}), HasSubstr("the same source and device"))
      << "one serial number, seen through two sources";
}

// However it is asked, NVIDIA's driver has one sensor per GPU.
TEST(Independence, ADcgmExporterIsNoSecondMeterOfAGpu) {
  CheckedSensor direct = gpu(), scraped = gpu(), stored = gpu();
  direct.source = "nvml";
  scraped.source = "dcgm_exporter";
  scraped.driver = "dcgm-exporter";
  stored.source = "mapping";
  stored.driver = "";
  stored.sensor = "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION gpu=0";
  EXPECT_THAT(refusal({direct}, {scraped}), HasSubstr("the same source and device"));
  EXPECT_THAT(refusal({stored}, {direct}), HasSubstr("the same source and device"));
  EXPECT_THAT(refusal({stored}, {scraped}), HasSubstr("the same source and device"));
}

// Series of other exporters have one source; the family of their metric tells the exporter.
TEST(Independence, KnowsOtherExportersByTheFamilyOfTheirMetrics) {
  CheckedSensor board = bmc(), in = in_band();
  board.source = in.source = "mapping";
  board.driver = in.driver = "";
  board.sensor = "ipmi_dcmi_power_consumption_watts";
  in.sensor = "node_hwmon_power_average_watt chip=power_meter";
  EXPECT_EQ(refusal({board}, {in}), "accepted");
  in.sensor = "ipmi_power_watts name=PSU1";
  EXPECT_THAT(refusal({board}, {in}), HasSubstr("the same source and device"));
}

TEST(Independence, RefusesASensorTwice) {
  EXPECT_THAT(refusal({outlet(), outlet()}, {bmc()}), HasSubstr("is given twice"));
  EXPECT_THAT(refusal({bmc()}, {bmc()}), HasSubstr("is given twice"));
}

TEST(Independence, RefusesAPartForTheWhole) {
  CheckedSensor inlet = bmc();
  inlet.scope = "node/psu:1/in";
  EXPECT_THAT(refusal({inlet}, {in_band()}), HasSubstr("is a part of what it should validate"));
  EXPECT_THAT(refusal({bmc()}, {gpu()}), HasSubstr("is only a part of"));
}

TEST(Independence, AsksForABoundaryThatNobodyTells) {
  CheckedSensor meter = in_band();
  meter.boundary = Boundary::kUnknown;
  meter.supply = Supply::kUnknown;
  EXPECT_THAT(refusal({bmc()}, {meter}), HasSubstr("--validated-boundary"));
  CheckedSensor unknown = bmc();
  unknown.boundary = Boundary::kUnknown;
  EXPECT_THAT(refusal({unknown}, {in_band()}), HasSubstr("--reference-boundary"));
  Chain chain{meter};
  ASSERT_TRUE(declare_boundary(chain, Boundary::kAcInput, "--validated-boundary"));
  EXPECT_EQ(refusal({bmc()}, chain), "accepted");
  EXPECT_EQ(chain[0].supply, Supply::kAc);
  Chain told{gpu()};
  EXPECT_FALSE(declare_boundary(told, Boundary::kAcInput, "--validated-boundary"));
}

TEST(Independence, TakesACounterAgainstItsOwnPowerForSamplingOnly) {
  CheckedSensor power = gpu(), counter = gpu();
  power.quantity = QuantityKind::kPower;
  power.sensor = "power";
  const auto found = check_independence({counter}, {power});
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_TRUE(found->same_device);
  EXPECT_THAT(refusal({power}, {counter}), HasSubstr("the same source and device"));
}

TEST(Independence, LeavesWhatALogMeasuresToTheOneWhoDeclaresIt) {
  const Independence log = independence_of_log("spl.txt", {bmc()});
  EXPECT_THAT(log.declared, Contains(HasSubstr("the instrument of spl.txt measures the AC input")));
}

TEST(ExpectedRatio, IsTheCordBetweenOutletAndInputAndOneAtTheSamePlace) {
  const auto cord = expected_ratio(Place::kOutlet, Place::kAcInput, false, {});
  EXPECT_DOUBLE_EQ(cord->ratio.rho, 1.003);
  EXPECT_DOUBLE_EQ(cord->ratio.u, 0.003 / std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(expected_ratio(Place::kAcInput, Place::kAcInput, true, {})->ratio.rho, 1.0);
  EXPECT_DOUBLE_EQ(
      expected_ratio(Place::kOutlet, Place::kAcInput, false, {.cord_loss = 0.01})->ratio.rho, 1.01);
}

TEST(ExpectedRatio, NeedsTheEfficiencyBetweenAcAndDc) {
  const auto missing = expected_ratio(Place::kOutlet, Place::kDcLine, false, {});
  ASSERT_FALSE(missing.has_value());
  EXPECT_THAT(missing.error().message, HasSubstr("--psu-efficiency"));
  RatioOptions options;
  options.psu_efficiency = {0.94, 0.96};
  const auto given = expected_ratio(Place::kOutlet, Place::kDcLine, false, options);
  ASSERT_TRUE(given.has_value()) << given.error().message;
  EXPECT_DOUBLE_EQ(given->ratio.rho, (1 / 0.94 + 1 / 0.96) / 2);
  options.psu_efficiency = {0.96, 0.94};
  EXPECT_FALSE(expected_ratio(Place::kOutlet, Place::kDcLine, false, options).has_value());
}

TEST(ExpectedRatio, TakesTheBusbarOfMethodBetweenDcAndDc) {
  EXPECT_DOUBLE_EQ(expected_ratio(Place::kDcLine, Place::kDcLine, false, {})->ratio.rho, 1.01);
  EXPECT_DOUBLE_EQ(expected_ratio(Place::kDcLine, Place::kDcLine, true, {})->ratio.rho, 1.0);
  EXPECT_THAT(expected_ratio(Place::kDcLine, Place::kComponent, false, {}).error().message,
              HasSubstr("--distribution"));
}

TEST(ExpectedRatio, RefusesOptionsWithoutAPlace) {
  RatioOptions efficiency, busbar;
  efficiency.psu_efficiency = {0.94, 0.96};
  busbar.distribution = {0.0, 0.02};
  EXPECT_FALSE(expected_ratio(Place::kOutlet, Place::kAcInput, false, efficiency).has_value());
  EXPECT_FALSE(expected_ratio(Place::kOutlet, Place::kAcInput, false, busbar).has_value());
  EXPECT_FALSE(
      expected_ratio(Place::kDcLine, Place::kDcLine, true, {.cord_loss = 0.01}).has_value());
}

}  // namespace
}  // namespace joulemark
