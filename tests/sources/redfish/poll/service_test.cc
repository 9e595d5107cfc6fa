// From a walk to readings, and what happens when services are slow, lose resources or end sessions.
#include "sources/redfish/poll/service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sources/redfish/poll/service_rig.h"

namespace joulemark::redfish {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr QuantityKind kPower = QuantityKind::kPower, kEnergy = QuantityKind::kEnergy;

std::map<std::string, std::string> node() {
  return {
      {"", R"({"Vendor": "Acme", "Chassis": {"@odata.id": "/redfish/v1/Chassis"}})"},
      {"/Chassis", R"({"Members": [{"@odata.id": "/redfish/v1/Chassis/1"}]})"},
      {"/Chassis/1",
       R"({"Id": "1", "ChassisType": "RackMount", "Model": "M 1", "Power": {"@odata.id": "/redfish/v1/Chassis/1/Power"}})"},
      {"/Chassis/1/Power", R"({"PowerControl": [{"MemberId": "0", "PowerConsumedWatts": 400}]})"}};
}

TEST(RedfishService, WalksProbesAndThenReadsOneResourceOnItsGrid) {
  ServiceRig rig(ServiceRig::tree(node()));
  rig.run(60s);
  ASSERT_THAT(rig.service->sensors(), SizeIs(1));
  const Sensor& sensor = rig.service->sensors()[0];
  EXPECT_EQ(sensor.node, "n1");
  EXPECT_EQ(sensor.source, "redfish");
  EXPECT_EQ(sensor.scope, "node");
  EXPECT_EQ(sensor.id, "Chassis/1/Power#/PowerControl/0/PowerConsumedWatts");
  EXPECT_EQ(sensor.model, "M 1");
  EXPECT_EQ(sensor.metrology.sampling_interval, Duration(1s));
  EXPECT_EQ(rig.last_watts(), 400.0);
  EXPECT_NEAR(static_cast<double>(rig.readings.size()), 51.0, 2.0);
  EXPECT_EQ(rig.asked.back(), "/Chassis/1/Power");
  EXPECT_FALSE(rig.service->trouble());
}

std::map<std::string, std::string> with_firmware(const std::string& version) {
  auto out = node();
  out[""] = R"({"Chassis": {"@odata.id": "/redfish/v1/Chassis"},
               "Managers": {"@odata.id": "/redfish/v1/Managers"}})";
  out["/Managers"] = R"({"Members": [{"@odata.id": "/redfish/v1/Managers/1"}]})";
  out["/Managers/1"] = R"({"ManagerType": "BMC", "FirmwareVersion": ")" + version + "\"}";
  return out;
}

// A cross-check holds for one firmware; an update is a restart of the BMC, and nothing else shows
// it.
TEST(RedfishService, WhoComesBackIsLookedAtAgain) {
  ServiceRig rig(ServiceRig::tree(with_firmware("7.10")));
  rig.run(60s);
  ASSERT_THAT(rig.service->sensors(), SizeIs(1));
  EXPECT_EQ(rig.service->sensors()[0].firmware, "7.10");
  rig.answer = [](const std::string&) { return ServiceRig::reply(503); };
  rig.run(120s);
  rig.answer = ServiceRig::tree(with_firmware("7.20"));
  rig.run(180s);
  ASSERT_THAT(rig.service->sensors(), SizeIs(1));
  EXPECT_EQ(rig.service->sensors()[0].firmware, "7.20");
  EXPECT_FALSE(rig.service->trouble());
}

TEST(RedfishService, AShortTroubleBringsNoNewWalk) {
  ServiceRig rig(ServiceRig::tree(node()));
  rig.run(60s);
  rig.answer = [](const std::string&) { return ServiceRig::reply(503); };
  rig.run(5s);
  rig.answer = ServiceRig::tree(node());
  rig.run(120s);
  EXPECT_EQ(std::count(rig.asked.begin(), rig.asked.end(), "/Chassis"), 1);
}

TEST(RedfishService, ReadingsAreStampedWhenTheirAnswerCame) {
  ServiceRig rig(ServiceRig::tree(node()));
  rig.run(30s);
  const UtcTime told = rig.readings.back().second.time;
  EXPECT_LT(rig.clock.now() - told, 1s);
  EXPECT_EQ((told - rig.readings[rig.readings.size() - 2].second.time), Duration(1s));
}

TEST(RedfishService, ClosesItsSessionWhenItIsStopped) {
  ServiceRig rig(ServiceRig::tree(node()));
  rig.run(20s);
  EXPECT_EQ(rig.sessions, 1);
  rig.run(5s, true);
  EXPECT_EQ(rig.sessions, 0);
  EXPECT_TRUE(rig.crew.all_done());
}

TEST(RedfishService, ClosesItsSessionWhenItsTargetIsGone) {
  ServiceRig rig(ServiceRig::tree(node()));
  rig.run(20s);
  rig.service->leave();
  rig.run(5s);
  EXPECT_EQ(rig.sessions, 0);
}

TEST(RedfishService, AFailedReadIsTroubleAndNoReading) {
  auto bodies = node();
  ServiceRig rig(ServiceRig::tree(bodies));
  rig.run(20s);
  const auto before = rig.readings.size();
  rig.answer = [](const std::string&) { return ServiceRig::reply(503); };
  rig.run(20s);
  ASSERT_TRUE(rig.service->trouble());
  EXPECT_THAT(rig.service->trouble()->message, HasSubstr("503"));
  EXPECT_EQ(rig.readings.size(), before);
  rig.answer = ServiceRig::tree(bodies);
  rig.run(70s);
  EXPECT_FALSE(rig.service->trouble());
  EXPECT_GT(rig.readings.size(), before);
}

TEST(RedfishService, AResourceThatIsGoneBringsANewWalkAndTheRestIsServed) {
  auto bodies = node();
  ServiceRig rig(ServiceRig::tree(bodies));
  rig.run(20s);
  const auto generation = rig.service->generation();
  // A firmware update: the old schema is gone, the new one is there.
  bodies.erase("/Chassis/1/Power");
  bodies["/Chassis/1"] =
      R"({"Id": "1", "ChassisType": "RackMount", "EnvironmentMetrics": {"@odata.id": "/redfish/v1/Chassis/1/E"}})";
  bodies["/Chassis/1/E"] = R"({"PowerWatts": {"Reading": 455.5}})";
  rig.answer = ServiceRig::tree(bodies);
  rig.run(60s);
  EXPECT_GT(rig.service->generation(), generation);
  ASSERT_THAT(rig.service->sensors(), SizeIs(1));
  EXPECT_EQ(rig.service->sensors()[0].id, "Chassis/1/E#/PowerWatts");
  EXPECT_EQ(rig.last_watts(), 455.5);
}

TEST(RedfishService, WalksAgainAfterADayWhileReadingGoesOn) {
  Target target;
  target.interval = 20s;
  ServiceRig rig(ServiceRig::tree(node()), target);
  rig.run(5min);
  const auto generation = rig.service->generation();
  const auto roots = std::count(rig.asked.begin(), rig.asked.end(), "");
  rig.run(24h + 1min);
  EXPECT_EQ(std::count(rig.asked.begin(), rig.asked.end(), ""), roots + 1);
  EXPECT_EQ(rig.service->generation(), generation) << "nothing new: what is served goes on";
  Duration longest{0};
  for (std::size_t i = 1; i < rig.readings.size(); ++i)
    longest = std::max(longest, rig.readings[i].second.time - rig.readings[i - 1].second.time);
  EXPECT_LE(longest, 40s);
}

TEST(RedfishService, AnAnswerThatCameTooLateIsNoReading) {
  ServiceRig rig(ServiceRig::tree(node()));
  rig.run(30s);
  const auto before = rig.readings.size();
  rig.fleet.set_latency(0, 700ms);  // 20 ms until now
  rig.run(3s);
  EXPECT_EQ(rig.readings.size(), before);
  EXPECT_THAT(rig.service->trouble()->message, HasSubstr("so late"));
}

TEST(RedfishService, AServiceThatStaysSlowIsReadWithTheLatencyThatItHas) {
  ServiceRig rig(ServiceRig::tree(node()));
  rig.run(30s);
  EXPECT_EQ(rig.sensor("node", kPower)->metrology.latency_max, 1200ms);
  rig.fleet.set_latency(0, 700ms);
  rig.run(60s);
  EXPECT_FALSE(rig.service->trouble());
  EXPECT_GE(rig.sensor("node", kPower)->metrology.latency_max, 1700ms);
}

TEST(RedfishService, AServiceThatCannotKeepUpIsReadLessOften) {
  ServiceRig rig(ServiceRig::tree(node()));
  rig.fleet.set_latency(0, 1300ms);
  rig.run(120s);
  EXPECT_EQ(rig.sensor("node", kPower)->metrology.sampling_interval, Duration(2s));
  EXPECT_THAT(rig.remarks, Contains(HasSubstr("more often than every 2s")));
}

TEST(RedfishService, WithoutAnythingToReadIsTroubleThatIsTriedAgain) {
  auto bodies = node();
  bodies["/Chassis/1/Power"] = R"({"PowerControl": [{"PowerConsumedWatts": null}]})";
  ServiceRig rig(ServiceRig::tree(bodies));
  rig.run(10s);
  EXPECT_EQ(rig.service->trouble()->code, ErrorCode::kNotPresent);
  rig.answer = ServiceRig::tree(node());  // the host was switched on
  rig.run(60s);
  EXPECT_THAT(rig.service->sensors(), SizeIs(1));
}

TEST(RedfishService, WhatTheUserSaysOfTheBoundaryHolds) {
  Target target;
  target.boundary = Boundary::kDcInput;
  target.supply = Supply::kDc;
  target.rack = "r07";
  ServiceRig rig(ServiceRig::tree(node()), target);
  rig.run(30s);
  EXPECT_EQ(rig.sensor("node", kPower)->boundary, Boundary::kDcInput);
  EXPECT_EQ(rig.sensor("node", kPower)->supply, Supply::kDc);
  EXPECT_EQ(rig.sensor("node", kPower)->rack, "r07");
}

TEST(RedfishService, TheBoundaryIsWhatMostRoundsSay) {
  auto bodies = node();
  bodies["/Chassis/1/Power"] = "";
  int round = 0;
  ServiceRig rig([&](const std::string& path) {
    if (path != "/Chassis/1/Power") return ServiceRig::tree(bodies)(path);
    // Once the load moved between the total and the supplies: outputs fit by chance.
    const int total = ++round == 3 ? 368 : 400;
    return ServiceRig::reply(
        200, R"({"PowerControl": [{"PowerConsumedWatts": )" + std::to_string(total) +
                 R"(}], "PowerSupplies": [{"MemberId": "0", "PowerSupplyType": "AC",
                 "PowerCapacityWatts": 1000, "PowerInputWatts": 400, "PowerOutputWatts": 368}]})");
  });
  rig.run(30s);
  EXPECT_EQ(rig.sensor("node", kPower)->boundary, Boundary::kAcInput);
  EXPECT_EQ(rig.sensor("node", kPower)->supply, Supply::kAc);
  EXPECT_EQ(rig.sensor("node", kPower)->metrology.rating, Watts(1000.0));
}

TEST(RedfishService, ACoarseCounterIsNotServedAndThatIsSaid) {
  auto bodies = node();
  bodies["/Chassis/1"] =
      R"({"Id": "1", "ChassisType": "RackMount", "EnvironmentMetrics": {"@odata.id": "/redfish/v1/Chassis/1/E"}})";
  bodies["/Chassis/1/E"] = R"({"PowerWatts": {"Reading": 455.5}, "EnergykWh": {"Reading": 1853}})";
  ServiceRig rig(ServiceRig::tree(bodies));
  rig.run(30s);
  EXPECT_EQ(rig.sensor("node", kEnergy), nullptr);
  EXPECT_NE(rig.sensor("node", kPower), nullptr);
  EXPECT_THAT(rig.remarks, Contains(HasSubstr("3600 kJ is not served")));
}

TEST(RedfishService, ACounterAboveFourGigajoulesIsServed) {
  auto bodies = node();
  bodies["/Chassis/1"] =
      R"({"Id": "1", "ChassisType": "RackMount", "EnvironmentMetrics": {"@odata.id": "/redfish/v1/Chassis/1/E"}})";
  bodies["/Chassis/1/E"] =
      R"({"PowerWatts": {"Reading": 455.5}, "EnergykWh": {"Reading": 56438.123}})";
  ServiceRig rig(ServiceRig::tree(bodies));
  rig.run(30s);
  ASSERT_NE(rig.sensor("node", kEnergy), nullptr);
  EXPECT_DOUBLE_EQ(rig.sensor("node", kEnergy)->joules_per_count, 3600.0);
  EXPECT_THAT(rig.remarks, IsEmpty());
}

}  // namespace
}  // namespace joulemark::redfish
