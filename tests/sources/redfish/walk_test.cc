// Failures of other clients, one by one, each as the smallest service that shows it.
#include "tests/sources/redfish/tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace joulemark::redfish {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string link(const std::string& path) { return R"({"@odata.id": "/redfish/v1)" + path + "\"}"; }

std::string collection(const std::vector<std::string>& paths) {
  std::string out = R"({"Members": [)";
  for (const auto& path : paths) out += (out.back() == '[' ? "" : ",") + link(path);
  return out + "]}";
}

// A service with one chassis whose Power resource is the text.
Tree with_power(const std::string& power,
                const std::string& chassis = R"("ChassisType": "RackMount")") {
  return Tree::of(
      {{"", R"({"Chassis": )" + link("/Chassis") + "}"},
       {"/Chassis", collection({"/Chassis/1"})},
       {"/Chassis/1", "{" + chassis + R"(, "Power": )" + link("/Chassis/1/Power") + "}"},
       {"/Chassis/1/Power", power}});
}

// METHOD X-7: a cross-check speaks for the same firmware only.
TEST(RedfishWalk, TheFirmwareThatMeasuresIsThatOfTheManager) {
  const auto managed = [](const std::string& links) {
    return R"({"ChassisType": "RackMount", "Links": {)" + links + "}}";
  };
  const std::map<std::string, std::string> services{
      {"", R"({"Chassis": )" + link("/Chassis") + R"(, "Managers": )" + link("/Managers") + "}"},
      {"/Chassis", collection({"/Chassis/1", "/Chassis/2"})},
      {"/Chassis/1", managed(R"("ManagedBy": [)" + link("/M/ec") + "," + link("/M/bmc") + "]")},
      {"/Chassis/2", managed(R"("ContainedBy": )" + link("/Chassis/1"))},
      {"/Managers", collection({"/M/ec", "/M/bmc"})},
      {"/M/ec", R"({"ManagerType": "EnclosureManager", "FirmwareVersion": "e1"})"},
      {"/M/bmc", R"({"ManagerType": "BMC", "FirmwareVersion": "7.10"})"}};
  const auto firmware = [](const std::map<std::string, std::string>& bodies) {
    std::vector<std::string> out;
    for (const ChassisPart& one : Tree::of(bodies).inventory.chassis) out.push_back(one.firmware);
    return out;
  };
  using Versions = std::vector<std::string>;
  EXPECT_EQ(firmware(services), (Versions{"7.10", "7.10"})) << "a board has that of its chassis";
  auto unlinked = services;
  unlinked["/Chassis/1"] = unlinked["/Chassis/2"] = managed("");
  EXPECT_EQ(firmware(unlinked), (Versions{"", ""})) << "two managers: nobody knows which";
  unlinked["/Managers"] = collection({"/M/bmc"});
  EXPECT_EQ(firmware(unlinked), (Versions{"7.10", "7.10"}));
  unlinked.erase("/M/bmc");
  EXPECT_EQ(firmware(unlinked), (Versions{"", ""}));
}

double watts(const Tree& tree) { return tree.power.size() == 1 ? tree.power[0].watts : -1.0; }

TEST(RedfishWalk, TheOrderOfTheChassisDoesNotMatterNorDoesAnEnclosureOfDisks) {
  for (const auto& order : {std::vector<std::string>{"/Chassis/A", "/Chassis/Z"},
                            std::vector<std::string>{"/Chassis/Z", "/Chassis/A"}}) {
    const Tree tree =
        Tree::of({{"", R"({"Chassis": )" + link("/Chassis") + "}"},
                  {"/Chassis", collection(order)},
                  {"/Chassis/A", R"({"ChassisType": "StorageEnclosure"})"},
                  {"/Chassis/Z", R"({"ChassisType": "RackMount", "Power": )" + link("/P") + "}"},
                  {"/P", R"({"PowerControl": [{"PowerConsumedWatts": 614}]})"}});
    EXPECT_EQ(watts(tree), 614.0);
  }
}

TEST(RedfishWalk, ThreeChassisThatShowOnePowerResourceHaveOneSample) {
  const std::string body = R"({"ChassisType": "RackMount", "Sensors": )" + link("/S") + "}";
  const Tree tree =
      Tree::of({{"", R"({"Chassis": )" + link("/Chassis") + "}"},
                {"/Chassis", collection({"/Chassis/1", "/Chassis/2", "/Chassis/3"})},
                {"/Chassis/1", body},
                {"/Chassis/2", body},
                {"/Chassis/3", body},
                {"/S", collection({"/S/1"})},
                {"/S/1", R"({"Id": "TotalPower", "ReadingType": "Power", "Reading": 300})"}});
  EXPECT_THAT(tree.kept, SizeIs(1));
  EXPECT_THAT(tree.power, SizeIs(1));
}

TEST(RedfishWalk, AbsentIsNotZeroAndNullIsNoSample) {
  EXPECT_THAT(with_power(R"({"PowerControl": [{"Name": "x"}]})").kept, IsEmpty());
  EXPECT_THAT(with_power(R"({"PowerControl": []})").kept, IsEmpty());
  EXPECT_THAT(with_power("{}").kept, IsEmpty());
  const Tree null = with_power(R"({"PowerControl": [{"PowerConsumedWatts": null}]})");
  EXPECT_THAT(null.kept, SizeIs(1));
  EXPECT_THAT(null.power, IsEmpty());
}

TEST(RedfishWalk, ZeroIsAValue) {
  EXPECT_EQ(watts(with_power(R"({"PowerControl": [{"PowerConsumedWatts": 0}]})")), 0.0);
}

TEST(RedfishWalk, AllOnesAndNegativesAreNoReadings) {
  for (const char* value : {"4294967295000", "65535", "-3", "4294967.295"})
    EXPECT_THAT(
        with_power(std::string(R"({"PowerControl": [{"PowerConsumedWatts": )") + value + "}]}")
            .power,
        IsEmpty())
        << value;
}

TEST(RedfishWalk, AnObjectInThePlaceOfAnArrayIsItsOneElement) {
  const Tree tree = with_power(R"({"PowerControl": {"PowerConsumedWatts": 210}})");
  EXPECT_EQ(watts(tree), 210.0);
  EXPECT_NE(tree.at("/Power", "/PowerControl/PowerConsumedWatts"), nullptr);
}

TEST(RedfishWalk, WhatIsNoObjectShiftsNoIndex) {
  const Tree tree = with_power(
      R"({"PowerControl": [null, {"PowerConsumedWatts": 210}], "PowerSupplies": ["x", {"PowerInputWatts": 215}]})");
  ASSERT_NE(tree.at("/Power", "/PowerControl/1/PowerConsumedWatts"), nullptr);
  EXPECT_NE(tree.at("/Power", "/PowerSupplies/1/PowerInputWatts"), nullptr);
  EXPECT_EQ(tree.inventory.supplies.size(), 1U);
}

TEST(RedfishWalk, AServiceThatIsTooLargeIsSaidToBe) {
  std::vector<std::string> many;
  for (std::size_t i = 0; i < Resources::kMostResources + 5; ++i)
    many.push_back("/Chassis/" + std::to_string(i));
  EXPECT_EQ(
      Tree::of({{"", R"({"Chassis": )" + link("/Chassis") + "}"}, {"/Chassis", collection(many)}})
          .remarks("TRUNCATED"),
      1U);
}

TEST(RedfishWalk, ConsumptionAtTheTopOfPowerIsIgnored) {
  EXPECT_EQ(watts(with_power(
                R"({"PowerConsumedWatts": 1, "PowerControl": [{"PowerConsumedWatts": 93}]})")),
            93.0);
}

TEST(RedfishWalk, AveragesAndPartsOfTheNodeAreNotTheNode) {
  const Tree tree = with_power(R"({"PowerControl": [
      {"PowerMetrics": {"AverageConsumedWatts": 342}},
      {"PowerConsumedWatts": 120, "PhysicalContext": "CPUSubsystem"},
      {"PowerConsumedWatts": 40, "PhysicalContext": "MemorySubsystem"}]})");
  EXPECT_THAT(tree.power, IsEmpty());
  EXPECT_EQ(tree.at("/Power", "/PowerControl/1/PowerConsumedWatts")->about, About::kCpu);
}

TEST(RedfishWalk, SuppliesThatAreAbsentDoNotCountOthersDoWithOrWithoutAStatus) {
  const Tree tree = with_power(R"({"PowerControl": [{"PowerConsumedWatts": 305}], "PowerSupplies": [
      {"PowerInputWatts": 300, "PowerOutputWatts": 270, "PowerSupplyType": "AC"},
      {"PowerInputWatts": 0, "PowerOutputWatts": 0, "PowerSupplyType": "AC", "Status": {"State": "UnavailableOffline", "Health": "Critical"}},
      {"PowerInputWatts": 0, "PowerOutputWatts": 0, "PowerSupplyType": "AC", "Status": {"State": "Sleep"}},
      {"PowerInputWatts": 999, "Status": {"State": "Absent"}}]})");
  ASSERT_THAT(tree.power, SizeIs(1));
  EXPECT_EQ(tree.power[0].boundary, Boundary::kAcInput) << tree.power[0].evidence;
  EXPECT_EQ(tree.power[0].evidence, "sum of 3 inputs 300 W, of outputs 270 W");
}

TEST(RedfishWalk, SupplyTypeComesFromTheFirstFieldThatTells) {
  const auto supply = [](const std::string& fields) {
    return with_power(R"({"PowerSupplies": [{)" + fields + "}]}").inventory.supplies.at(0);
  };
  EXPECT_EQ(supply(R"("PowerSupplyType": "DC", "LineInputVoltageType": "AC240V")").supply,
            Supply::kDc);
  EXPECT_EQ(supply(R"("PowerSupplyType": "ACorDC", "LineInputVoltageType": "ACMidLine")").supply,
            Supply::kAc);
  EXPECT_EQ(supply(R"("LineInputVoltageType": "ACandDCWideRange")").supply, Supply::kUnknown);
  EXPECT_EQ(supply(R"("InputRanges": [{"InputType": "DC"}])").supply, Supply::kDc);
  EXPECT_EQ(supply(R"("InputNominalVoltageType": "AC240AndDC380V")").supply, Supply::kUnknown);
  EXPECT_EQ(supply(R"("Name": "nil")").name, "0");
}

TEST(RedfishWalk, AnInputThatItsOutputContradictsIsNoMeasurement) {
  const Tree tree =
      with_power(R"({"PowerSupplies": [{"PowerInputWatts": 900, "PowerOutputWatts": 203}]})");
  EXPECT_EQ(tree.remarks("IMPLAUSIBLE"), 1U);
  EXPECT_EQ(tree.at("/Power", "/PowerSupplies/0/PowerInputWatts"), nullptr);
}

TEST(RedfishWalk, SuppliesOfTheNewModelAreNotCountedAgainFromTheOld) {
  const Tree tree = Tree::of(
      {{"", R"({"Chassis": )" + link("/Chassis") + "}"},
       {"/Chassis", collection({"/Chassis/1"})},
       {"/Chassis/1", R"({"Power": )" + link("/P") + R"(, "PowerSubsystem": )" + link("/PS") + "}"},
       {"/P", R"({"PowerSupplies": [{"PowerInputWatts": 300}]})"},
       {"/PS", R"({"PowerSupplies": )" + link("/PSUs") + "}"},
       {"/PSUs", collection({"/PSUs/1"})},
       {"/PSUs/1", R"({"Metrics": )" + link("/PSUs/1/M") + "}"},
       {"/PSUs/1/M", R"({"InputPowerWatts": {"Reading": 301.5}})"}});
  EXPECT_THAT(tree.inventory.supplies, SizeIs(1));
  EXPECT_EQ(watts(tree), 301.5);
}

TEST(RedfishWalk, SuppliesOfAChassisOfSeveralNodesAreNeverOneNodes) {
  const Tree tree = with_power(R"({"PowerSupplies": [{"PowerInputWatts": 900}]})",
                               R"("ChassisType": "Enclosure")");
  ASSERT_THAT(tree.power, SizeIs(1));
  EXPECT_TRUE(tree.power[0].shared);
  EXPECT_TRUE(
      with_power(R"({"PowerControl": [{"PowerConsumedWatts": 900}]})",
                 R"("Links": {"ComputerSystems": [)" + link("/S/1") + "," + link("/S/2") + "]}")
          .power.at(0)
          .shared);
}

TEST(RedfishWalk, ASumOverSomeOfTheSuppliesIsNoFigure) {
  EXPECT_THAT(
      with_power(R"({"PowerSupplies": [{"PowerInputWatts": 900}, {"Name": "silent"}]})").power,
      IsEmpty());
}

TEST(RedfishWalk, LinksMayBeBareTexts) {
  const Tree tree = Tree::of({{"", R"({"Chassis": "/redfish/v1/Chassis"})"},
                              {"/Chassis", R"({"Members": ["/redfish/v1/Chassis/1"]})"},
                              {"/Chassis/1", R"({"Power": "/redfish/v1/P"})"},
                              {"/P", R"({"PowerControl": [{"PowerConsumedWatts": 12}]})"}});
  EXPECT_EQ(watts(tree), 12.0);
}

TEST(RedfishWalk, SensorsRelativeToALimitOrSwitchedOffAreNone) {
  const auto sensor = [](const std::string& fields) {
    return Tree::of({{"", R"({"Chassis": )" + link("/Chassis") + "}"},
                     {"/Chassis", collection({"/Chassis/1"})},
                     {"/Chassis/1", R"({"Sensors": )" + link("/S") + "}"},
                     {"/S", collection({"/S/1"})},
                     {"/S/1", R"({"Id": "TotalPower", "ReadingType": "Power", "Reading": 5, )" +
                                  fields + "}"}})
        .kept.size();
  };
  EXPECT_EQ(sensor(R"("ReadingBasis": "Zero")"), 1U);
  EXPECT_EQ(sensor(R"("ReadingBasis": "Headroom")"), 0U);
  EXPECT_EQ(sensor(R"("Enabled": false)"), 0U);
  EXPECT_EQ(sensor(R"("ReadingUnits": "")"), 0U);
}

TEST(RedfishWalk, AThreePhaseCircuitWithoutATotalHasItsPhases) {
  const Tree tree =
      Tree::of({{"", R"({"PowerEquipment": )" + link("/E") + "}"},
                {"/E", R"({"RackPDUs": )" + link("/E/R") + "}"},
                {"/E/R", collection({"/E/R/1"})},
                {"/E/R/1", R"({"Mains": )" + link("/E/R/1/M") + "}"},
                {"/E/R/1/M", collection({"/E/R/1/M/AC1"})},
                {"/E/R/1/M/AC1", R"({"NominalVoltage": "AC200To240V", "PolyPhasePowerWatts": {
           "Line1ToNeutral": {"Reading": 100}, "Line2ToNeutral": {"Reading": 200}}})"}});
  EXPECT_THAT(tree.kept, SizeIs(2));
  EXPECT_EQ(tree.inventory.measured[0].boundary, Boundary::kAcInput);
  EXPECT_EQ(tree.inventory.measured[0].about, About::kPart);
}

}  // namespace
}  // namespace joulemark::redfish
