#include "sources/battery/battery_source.h"

#include <gmock/gmock.h>

#include <map>

#include "measurement/live_sensor.h"
#include "tests/sources/battery/laptop.h"

namespace joulemark {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Values = std::map<std::string, double>;

class BatterySourceTest : public testing::Test {
 protected:
  void discover() {
    if (!source_) {
      auto opened = laptop_.open();
      ASSERT_TRUE(opened.has_value()) << opened.error().message;
      source_ = std::move(opened->front());
    }
    auto sensors = source_->discover();
    ASSERT_TRUE(sensors.has_value()) << sensors.error().message;
    sensors_ = *sensors;
  }
  Result<void> read() {
    sink_.readings.clear();
    return source_->read(sink_, laptop_.clock.monotonic() + seconds(1));
  }
  Result<void> read_after(Duration pause) {
    laptop_.clock.advance(pause);
    return read();
  }
  Values values() {
    Values out;
    for (const Reading& reading : sink_.readings)
      out[sensors_.at(reading.sensor).id] = std::get<Watts>(reading.value).value();
    return out;
  }
  // What METHOD S-1a makes of the last read: who was read is alive.
  CoverChoice cover() {
    std::vector<CoverCandidate> candidates;
    const Values read = values();
    for (const Sensor& s : sensors_)
      candidates.push_back(candidate_of(s, read.contains(s.id), Watts(1)));
    return choose_cover(candidates, true);
  }
  void two_batteries(const std::string& second) {
    laptop_.add_battery("BAT0", "Discharging", "4000000");
    laptop_.add_battery("BAT1", second, "7000000");
  }

  Laptop laptop_;
  std::unique_ptr<Source> source_;
  std::vector<Sensor> sensors_;
  KeepingSink sink_;
};

TEST_F(BatterySourceTest, IsOffUnlessAskedFor) { EXPECT_FALSE(k_battery_source.on_by_default); }

TEST_F(BatterySourceTest, AMachineWithoutBatteriesHasNoSuchSource) {
  EXPECT_EQ(laptop_.open().error().code, ErrorCode::kNotPresent);
}

TEST_F(BatterySourceTest, RefusesAWrongConfiguration) {
  laptop_.add_battery("BAT0", "Discharging", "10900000");
  EXPECT_EQ(laptop_.open("interval: 1ms").error().code, ErrorCode::kInvalid);
}

TEST_F(BatterySourceTest, ABatteryIsAMemberOfTheNodeAtItsDcInput) {
  laptop_.add_battery("BAT0", "Discharging", "10900000");
  laptop_.set("BAT0", "manufacturer", "Example ");
  laptop_.set("BAT0", "model_name", "X-1");
  laptop_.set("BAT0", "serial_number", "42");
  discover();
  ASSERT_EQ(sensors_.size(), 1U);
  const Sensor& sensor = sensors_.front();
  EXPECT_EQ(sensor.id, "BAT0");
  EXPECT_EQ(sensor.scope, "node/battery:bat0");
  EXPECT_EQ(sensor.component, Component::kNode);
  EXPECT_EQ(sensor.boundary, Boundary::kDcInput);
  EXPECT_EQ(sensor.supply, Supply::kDc);
  EXPECT_EQ(sensor.vendor, "Example");
  EXPECT_EQ(sensor.model, "X-1");
  EXPECT_EQ(sensor.serial, "42");
  EXPECT_EQ(sensor.metrology.update_interval, std::nullopt);
  EXPECT_EQ(sensor.metrology.accuracy.source, AccuracySource::kNone);
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(values(), (Values{{"BAT0", 10.9}}));
  EXPECT_EQ(sink_.readings[0].time, laptop_.clock.now());
}

TEST_F(BatterySourceTest, BatteriesThatAllDischargeAddUp) {
  two_batteries("Discharging");
  discover();
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(values(), (Values{{"BAT0", 4}, {"BAT1", 7}}));
  ASSERT_TRUE(cover().counted);
  EXPECT_EQ(cover().counted->basis, Basis::kBattery);
  EXPECT_EQ(cover().counted->members.size(), 2U);
  EXPECT_TRUE(cover().counted->complete);
}

// METHOD S-1a rank 7: all system batteries, or none of them.
TEST_F(BatterySourceTest, OneThatDoesNotDischargeMakesTheOtherUnusable) {
  for (const char* status : {"Charging", "Full", "Not charging", "Unknown"}) {
    two_batteries(status);
    discover();
    ASSERT_TRUE(read().has_value());
    EXPECT_EQ(values(), (Values{{"BAT0", 4}})) << status;
    EXPECT_FALSE(cover().counted) << status;
    EXPECT_EQ(cover().roles, (std::vector{MemberRole::kUnusable, MemberRole::kDead})) << status;
  }
}

TEST_F(BatterySourceTest, OneThatTellsNothingMakesTheOtherUnusable) {
  two_batteries("Discharging");
  laptop_.sysfs.remove(Laptop::path("BAT1", "power_now"));
  discover();
  discover();
  EXPECT_THAT(laptop_.warnings, ElementsAre(HasSubstr("BAT1 tells neither power nor current")));
  ASSERT_TRUE(read().has_value());
  EXPECT_FALSE(cover().counted);
}

TEST_F(BatterySourceTest, ChargingIsNoConsumption) {
  laptop_.add_battery("BAT0", "Charging", "34980000");
  discover();
  ASSERT_TRUE(read().has_value()) << "nothing to read is no failure";
  EXPECT_THAT(sink_.readings, IsEmpty());
}

// A charger that is too weak: the battery discharges and carries only a part of the machine.
TEST_F(BatterySourceTest, WhileAnInputIsPluggedInABatteryIsNotTheWholeMachine) {
  laptop_.add_battery("BAT0", "Discharging", "10900000");
  laptop_.add_input("AC", "0");
  laptop_.add_input("ucsi-source-psy-USBC000:001", "0", "USB");
  discover();
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(values().size(), 1U);
  for (const char* input : {"AC", "ucsi-source-psy-USBC000:001"}) {
    laptop_.set(input, "online", "1");
    ASSERT_TRUE(read().has_value());
    EXPECT_THAT(sink_.readings, IsEmpty()) << input;
    laptop_.set(input, "online", "0");
  }
}

TEST_F(BatterySourceTest, AnInputThatCannotBeReadStopsTheReadings) {
  laptop_.add_battery("BAT0", "Discharging", "10900000");
  laptop_.add_input("AC", "0");
  discover();
  laptop_.sysfs.fail_reads(Laptop::path("AC", "online"), ErrorCode::kUnavailable);
  EXPECT_EQ(read().error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(sink_.readings, IsEmpty());
}

TEST_F(BatterySourceTest, ABatteryThatIsPutInIsFoundWithinFiveSeconds) {
  laptop_.add_battery("BAT0", "Discharging", "10900000");
  discover();
  laptop_.add_battery("BAT1", "Discharging", "1000000");
  EXPECT_TRUE(read_after(seconds(4)).has_value());
  const auto result = read_after(seconds(1));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kNotPresent);
  EXPECT_THAT(sink_.readings, IsEmpty());
  EXPECT_EQ(read().error().code, ErrorCode::kNotPresent) << "until it was discovered anew";
  discover();
  EXPECT_TRUE(read().has_value());
  EXPECT_EQ(values().size(), 2U);
}

TEST_F(BatterySourceTest, ABatteryThatIsTakenOutAsksForANewDiscovery) {
  two_batteries("Discharging");
  discover();
  laptop_.sysfs.remove("class/power_supply/BAT1");
  EXPECT_EQ(read().error().code, ErrorCode::kNotPresent);
  EXPECT_EQ(values(), (Values{{"BAT0", 4}}));
}

TEST_F(BatterySourceTest, ABayThatIsEmptiedAsksForANewDiscovery) {
  two_batteries("Discharging");
  discover();
  laptop_.set("BAT1", "present", "0");
  EXPECT_EQ(read_after(seconds(5)).error().code, ErrorCode::kNotPresent);
  discover();
  EXPECT_EQ(sensors_.size(), 1U);
}

// Notes 4.4, 4.8, 4.9: that battery only; and the others then make no figure.
TEST_F(BatterySourceTest, AnErrorOfOneBatteryLeavesTheOthersAlone) {
  two_batteries("Discharging");
  discover();
  for (const ErrorCode code : {ErrorCode::kInvalid, ErrorCode::kUnavailable, ErrorCode::kPermission,
                               ErrorCode::kUnsupported}) {
    laptop_.sysfs.fail_reads(Laptop::path("BAT0", "power_now"), code);
    const auto result = read();
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, code);
    EXPECT_THAT(result.error().message, HasSubstr("BAT0"));
    EXPECT_EQ(values(), (Values{{"BAT1", 7}}));
    EXPECT_FALSE(cover().counted);
  }
}

TEST_F(BatterySourceTest, StopsAtTheDeadline) {
  two_batteries("Discharging");
  discover();
  laptop_.sysfs.before_read([this](const std::string& path) {
    if (path.ends_with("power_now")) laptop_.clock.advance(seconds(2));
  });
  EXPECT_EQ(read().error().code, ErrorCode::kTimeout);
  EXPECT_EQ(values(), (Values{{"BAT0", 4}})) << "what was read before stands";
}

}  // namespace
}  // namespace joulemark
