#include "sources/cray/cray_source.h"

#include <gmock/gmock.h>

#include <map>

#include "tests/sources/cray/pm_counters.h"

namespace joulemark {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;
using testing::IsEmpty;

using Values = std::map<std::string, double>;

class CraySourceTest : public testing::Test {
 protected:
  void discover() {
    if (!source_) {
      auto opened = machine_.open();
      ASSERT_TRUE(opened.has_value()) << opened.error().message;
      ASSERT_EQ(opened->size(), 1U);
      source_ = std::move(opened->front());
    }
    auto sensors = source_->discover();
    ASSERT_TRUE(sensors.has_value()) << sensors.error().message;
    sensors_ = *sensors;
  }
  Result<void> read() {
    sink_.readings.clear();
    return source_->read(sink_, machine_.clock.monotonic() + seconds(1));
  }
  Result<void> read_after(Duration pause) {
    machine_.clock.advance(pause);
    return read();
  }
  // id -> watts or joules of the last read
  Values values() {
    Values out;
    for (const Reading& reading : sink_.readings) {
      const auto* watts = std::get_if<Watts>(&reading.value);
      out[sensors_.at(reading.sensor).id] =
          watts != nullptr ? watts->value()
                           : static_cast<double>(std::get<EnergyCount>(reading.value).counts);
    }
    return out;
  }
  UtcTime time_of(const std::string& id) {
    for (const Reading& reading : sink_.readings)
      if (sensors_.at(reading.sensor).id == id) return reading.time;
    ADD_FAILURE() << id << " was not read";
    return {};
  }

  PmMachine machine_;
  std::unique_ptr<Source> source_;
  std::vector<Sensor> sensors_;
  KeepingSink sink_;
};

TEST_F(CraySourceTest, ANodeWithoutPmCountersHasNoSuchSource) {
  machine_.sysfs.remove("cray");
  EXPECT_EQ(machine_.open().error().code, ErrorCode::kNotPresent);
}

TEST_F(CraySourceTest, RefusesAWrongConfiguration) {
  EXPECT_EQ(machine_.open("interval: 1ms").error().code, ErrorCode::kInvalid);
}

TEST_F(CraySourceTest, DeliversEveryFileOnce) {
  discover();
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(
      values(),
      (Values{{"power", 500}, {"energy", 4'709'337'659.0}, {"cpu_power", 100}, {"cpu_energy", 0}}));
  EXPECT_TRUE(read_after(milliseconds(100)).has_value());
  EXPECT_THAT(sink_.readings, IsEmpty()) << "no scan, no reading";
  machine_.publish(10);
  EXPECT_TRUE(read_after(seconds(1)).has_value());
  EXPECT_EQ(values().at("energy"), 4'709'338'159.0);
}

// METHOD S-4a: the stamps of this node are within 20 ms of the exporter's clock.
TEST_F(CraySourceTest, TheStampIsTheTimeWhereTheClocksAgree) {
  machine_.run_by_itself(milliseconds(20));
  discover();
  for (const Sensor& sensor : sensors_)
    EXPECT_EQ(sensor.metrology.time_stamp, TimeStamp::kDevice) << sensor.id;
  ASSERT_TRUE(read_after(milliseconds(130)).has_value());
  const UtcTime stamp = machine_.start + machine_.scans_until_now() * machine_.scan;
  EXPECT_EQ(time_of("energy"), stamp);
  EXPECT_LT(stamp, machine_.clock.now());
}

TEST_F(CraySourceTest, OtherwiseTheTimeIsThatOfTheRead) {
  machine_.run_by_itself(milliseconds(250));
  discover();
  for (const Sensor& sensor : sensors_)
    EXPECT_EQ(sensor.metrology.time_stamp, TimeStamp::kRead) << sensor.id;
  ASSERT_TRUE(read_after(milliseconds(130)).has_value());
  EXPECT_EQ(time_of("energy"), machine_.clock.now());
}

// METHOD S-1a: a stamp that does not advance is no reading, though the node goes on scanning.
TEST_F(CraySourceTest, AFileWhoseStampStandsStillIsNotRead) {
  discover();
  ASSERT_TRUE(read().has_value());
  const std::string old = *machine_.sysfs.read(PmMachine::path("cpu_power"));
  machine_.publish(1);
  machine_.set("cpu_power", old);
  ASSERT_TRUE(read_after(milliseconds(100)).has_value());
  EXPECT_EQ(values().count("cpu_power"), 0U);
  EXPECT_EQ(values().count("power"), 1U);
}

// The notes' stale node: freshness stands still while somebody still writes the files.
TEST_F(CraySourceTest, WithoutAFreshScanNothingIsRead) {
  discover();
  ASSERT_TRUE(read().has_value());
  machine_.publish(5);
  machine_.set("freshness", "100\n");
  ASSERT_TRUE(read_after(milliseconds(500)).has_value());
  EXPECT_THAT(sink_.readings, IsEmpty());
}

TEST_F(CraySourceTest, AStandstillOfThreeSecondsIsAFailure) {
  discover();
  ASSERT_TRUE(read().has_value());
  EXPECT_TRUE(read_after(milliseconds(2900)).has_value());
  const auto result = read_after(milliseconds(200));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(result.error().message, HasSubstr("nothing new for 3s"));
  machine_.publish(31);
  EXPECT_TRUE(read().has_value());
  EXPECT_EQ(values().size(), 4U);
}

TEST_F(CraySourceTest, AStandstillShowsWithoutFreshnessToo) {
  machine_.sysfs.remove(PmMachine::path("freshness"));
  discover();
  ASSERT_TRUE(read().has_value());
  EXPECT_FALSE(read_after(seconds(4)).has_value());
  EXPECT_THAT(sink_.readings, IsEmpty());
}

// Where the exporter's clock is the time, a device clock that was set back costs one scan.
TEST_F(CraySourceTest, AStampThatGoesBackIsNoReadingAndTheNextIsNew) {
  discover();
  ASSERT_TRUE(read().has_value());
  machine_.start -= std::chrono::hours(1);
  machine_.publish(1);
  ASSERT_TRUE(read_after(milliseconds(100)).has_value());
  EXPECT_THAT(sink_.readings, IsEmpty());
  machine_.publish(2);
  ASSERT_TRUE(read_after(milliseconds(100)).has_value());
  EXPECT_EQ(values().size(), 4U);
  EXPECT_EQ(time_of("energy"), machine_.clock.now());
}

class StampedNode : public CraySourceTest {
 protected:
  void SetUp() override {
    machine_.run_by_itself(milliseconds(20));
    discover();
    ASSERT_TRUE(read_after(milliseconds(100)).has_value());
  }
};

// Where the stamps are the time, one in the future or the past ends that: looked at anew.
TEST_F(StampedNode, AStampFromTheFutureAsksForANewDiscovery) {
  machine_.start += std::chrono::hours(10);
  const auto result = read_after(milliseconds(100));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kNotPresent);
  EXPECT_THAT(result.error().message, HasSubstr("ahead of the clock"));
  EXPECT_THAT(sink_.readings, IsEmpty());
  discover();
  EXPECT_EQ(sensors_.front().metrology.time_stamp, TimeStamp::kRead);
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(time_of("energy"), machine_.clock.now());
}

TEST_F(StampedNode, AClockOfThisMachineThatIsSetAsksForANewDiscovery) {
  machine_.clock.step_wall_clock(seconds(30));
  const auto result = read_after(milliseconds(100));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kNotPresent);
  EXPECT_THAT(result.error().message, HasSubstr("behind the clock"));
}

// 20 ms of delay by day, and a clock that loses a millisecond every two seconds.
TEST_F(StampedNode, ClocksThatDriftApartAskForANewDiscovery) {
  const auto error = [&]() -> std::optional<Error> {
    for (int i = 0; i < 10'000; ++i) {
      if (i % 20 == 0) machine_.start -= milliseconds(1);
      if (auto done = read_after(milliseconds(100)); !done) return done.error();
    }
    return std::nullopt;
  }();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::kNotPresent);
  EXPECT_THAT(error->message, HasSubstr("drifted apart"));
  const Duration age =
      machine_.clock.now() - machine_.start - machine_.scans_until_now() * machine_.scan;
  EXPECT_GT(age, milliseconds(130)) << "the bound of 30 ms and one scan";
  EXPECT_LT(age, milliseconds(235));
}

TEST_F(StampedNode, AStampThatGoesBackIsNoReading) {
  machine_.start -= milliseconds(500);
  EXPECT_TRUE(read_after(milliseconds(100)).has_value());
  EXPECT_THAT(sink_.readings, IsEmpty());
}

TEST_F(StampedNode, ALateReadIsNotTakenForASetClock) {
  EXPECT_TRUE(read_after(seconds(20)).has_value());
  EXPECT_EQ(values().size(), 4U);
}

TEST_F(StampedNode, AFileThatDiedLongAgoIsSilent) {
  machine_.sysfs.before_read([this](const std::string&) {
    machine_.publish(machine_.scans_until_now());
    machine_.set("cpu_power", PmMachine::line(100, 'W', machine_.start - seconds(999)));
  });
  discover();
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(read_after(milliseconds(100)).has_value());
    EXPECT_EQ(values().size(), 3U);
  }
}

// A new startup begins the counters anew, wherever they stand.
TEST_F(CraySourceTest, ANewStartupAsksForANewDiscovery) {
  discover();
  ASSERT_TRUE(read().has_value());
  machine_.set("startup", "1780055122858758\n");
  machine_.publish(1);
  for (int i = 0; i < 2; ++i) {
    const auto result = read_after(milliseconds(100));
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, ErrorCode::kNotPresent);
    EXPECT_THAT(result.error().message, HasSubstr("started anew"));
    EXPECT_THAT(sink_.readings, IsEmpty());
  }
  discover();
  EXPECT_TRUE(read().has_value());
  EXPECT_EQ(values().size(), 4U);
}

// A new generation is a changed power cap: the counters run on.
TEST_F(CraySourceTest, ANewGenerationLeavesCountersAloneThatRanOn) {
  machine_.sysfs.remove(PmMachine::path("cpu_energy"));
  discover();
  ASSERT_TRUE(read().has_value());
  machine_.set("generation", "5\n");
  machine_.publish(1);
  ASSERT_TRUE(read_after(milliseconds(100)).has_value());
  EXPECT_EQ(values().size(), 3U);
}

// cray-stale: generation 7 -> 8, energy 1.36e9 -> 12 J.
TEST_F(CraySourceTest, ANewGenerationWithACounterThatFellDiscardsTheInterval) {
  discover();
  ASSERT_TRUE(read().has_value());
  machine_.set("generation", "5\n");
  machine_.base = 12;
  machine_.publish(1);
  const auto result = read_after(milliseconds(100));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kNotPresent);
  EXPECT_THAT(result.error().message, HasSubstr("generation 4 -> 5"));
  EXPECT_THAT(sink_.readings, IsEmpty());
}

// It rose, but a counter that began at zero could stand there by now.
TEST_F(CraySourceTest, ANewGenerationWithAYoungCounterDiscardsTheInterval) {
  machine_.base = 100;
  machine_.publish(0);
  discover();
  ASSERT_TRUE(read().has_value());
  machine_.set("generation", "5\n");
  machine_.base = 150;
  machine_.publish(1);
  EXPECT_EQ(read_after(milliseconds(100)).error().code, ErrorCode::kNotPresent);
}

TEST_F(CraySourceTest, OlderVersionsWithoutStampsAreReadByFreshness) {
  for (const char* file : {"power", "cpu_power"}) machine_.set(file, "85 W\n");
  for (const char* file : {"energy", "cpu_energy"}) machine_.set(file, "598732067 J\n");
  discover();
  EXPECT_EQ(sensors_.front().metrology.time_stamp, TimeStamp::kRead);
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(values().size(), 4U);
  ASSERT_TRUE(read_after(milliseconds(100)).has_value());
  EXPECT_THAT(sink_.readings, IsEmpty());
  machine_.set("freshness", "101\n");
  ASSERT_TRUE(read_after(milliseconds(100)).has_value());
  EXPECT_EQ(time_of("energy"), machine_.clock.now());
}

TEST_F(CraySourceTest, TheScanRateIsTheUpdateInterval) {
  machine_.set("raw_scan_hz", "1\n");
  discover();
  EXPECT_EQ(sensors_.front().metrology.update_interval, seconds(1));
  for (const char* odd : {"0\n", "-1\n", "ten\n", "1001\n"}) {
    machine_.set("raw_scan_hz", odd);
    discover();
    EXPECT_EQ(sensors_.front().metrology.update_interval, std::nullopt) << odd;
  }
}

// Zero accelerator energy of a node without accelerators is a reading; the cover calls it dead.
TEST_F(CraySourceTest, ZeroIsAReadingOfACounter) {
  machine_.set("accel_energy", PmMachine::line(0, 'J', machine_.start));
  discover();
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(values().at("accel_energy"), 0.0);
}

// Notes 4.4 (EINVAL), 4.8 (EAGAIN), 4.9 (ENODATA), EIO, EACCES: that file only, once per read.
TEST_F(CraySourceTest, AnErrorOfOneFileLeavesTheOthersAlone) {
  discover();
  std::int64_t scan = 0;
  for (const ErrorCode code : {ErrorCode::kInvalid, ErrorCode::kUnavailable, ErrorCode::kPermission,
                               ErrorCode::kUnsupported}) {
    machine_.publish(++scan);
    machine_.sysfs.fail_reads(PmMachine::path("cpu_energy"), code);
    const auto result = read_after(milliseconds(100));
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, code);
    EXPECT_THAT(result.error().message, HasSubstr("cpu_energy"));
    EXPECT_EQ(values().size(), 3U);
  }
  machine_.sysfs.heal(PmMachine::path("cpu_energy"));
  machine_.publish(++scan);
  EXPECT_TRUE(read().has_value());
  EXPECT_EQ(values().size(), 4U);
}

TEST_F(CraySourceTest, AVanishedFileAsksForANewDiscovery) {
  discover();
  machine_.sysfs.fail_reads(PmMachine::path("cpu_energy"), ErrorCode::kUnavailable);
  machine_.sysfs.remove(PmMachine::path("power"));
  EXPECT_EQ(read().error().code, ErrorCode::kNotPresent) << "before an error that passes by itself";
  EXPECT_EQ(values().size(), 2U);
}

TEST_F(CraySourceTest, BookkeepingThatCannotBeReadStopsTheReadings) {
  discover();
  for (const char* file : {"startup", "freshness", "generation"}) {
    machine_.sysfs.fail_reads(PmMachine::path(file), ErrorCode::kUnavailable);
    const auto result = read();
    ASSERT_FALSE(result.has_value()) << file;
    EXPECT_THAT(result.error().message, HasSubstr(file));
    EXPECT_THAT(sink_.readings, IsEmpty()) << file;
    machine_.sysfs.heal(PmMachine::path(file));
  }
}

TEST_F(CraySourceTest, TextThatIsNoValueIsNoReading) {
  discover();
  std::int64_t scan = 0;
  for (const char* text : {"", "\n", "12", "495 J 1784929200356706 us\n", "-1 W 1 us\n"}) {
    machine_.publish(++scan);
    machine_.set("power", text);
    EXPECT_EQ(read().error().code, ErrorCode::kInvalid) << text;
    EXPECT_EQ(values().count("power"), 0U) << text;
    EXPECT_EQ(values().count("energy"), 1U) << text;
  }
}

TEST_F(CraySourceTest, FilesThatCannotBeOpenedAreNamedOnce) {
  machine_.sysfs.fail(PmMachine::path("cpu_energy"), ErrorCode::kPermission);
  discover();
  discover();
  EXPECT_EQ(sensors_.size(), 3U);
  EXPECT_THAT(machine_.warnings, testing::ElementsAre(HasSubstr("cpu_energy")));
}

TEST_F(CraySourceTest, WithoutAnyFileItSaysWhy) {
  for (const char* file : {"power", "energy", "cpu_power", "cpu_energy"})
    machine_.sysfs.fail(PmMachine::path(file), ErrorCode::kPermission);
  auto source = std::move(machine_.open()->front());
  EXPECT_EQ(source->discover().error().code, ErrorCode::kPermission);
  EXPECT_EQ(source->read(sink_, machine_.clock.monotonic() + seconds(1)).error().code,
            ErrorCode::kNotPresent);
}

TEST_F(CraySourceTest, StopsAtTheDeadline) {
  discover();
  machine_.sysfs.before_read([&](const std::string& path) {
    if (path == PmMachine::path("cpu_energy")) machine_.clock.advance(seconds(2));
  });
  EXPECT_EQ(read().error().code, ErrorCode::kTimeout);
  EXPECT_EQ(values(), (Values{{"cpu_energy", 0}})) << "what was read before stands";
}

}  // namespace
}  // namespace joulemark
