#include "sources/rapl/rapl_source.h"

#include <gmock/gmock.h>

#include "tests/sources/rapl/powercap_tree.h"

namespace joulemark {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class RaplSourceTest : public testing::Test {
 protected:
  void open() {
    auto opened = machine_.open();
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
    ASSERT_EQ(opened->size(), 1U);
    source_ = std::move(opened->front());
  }
  void open_and_discover() {
    open();
    auto sensors = source_->discover();
    ASSERT_TRUE(sensors.has_value()) << sensors.error().message;
    sensors_ = *sensors;
  }
  Result<void> read() {
    sink_.readings.clear();
    return source_->read(sink_, machine_.clock.monotonic() + milliseconds(100));
  }
  // id -> counts of the last read.
  std::map<std::string, std::uint64_t> counts() {
    std::map<std::string, std::uint64_t> out;
    for (const Reading& reading : sink_.readings)
      out[sensors_.at(reading.sensor).id] = std::get<EnergyCount>(reading.value).counts;
    return out;
  }
  void add_two_packages() {
    machine_.add("intel-rapl:0", "package-0", kPackageRange, "100\n");
    machine_.add("intel-rapl:0:0", "dram", kDramRange, "200\n");
    machine_.add("intel-rapl:1", "package-1", kPackageRange, "300\n");
  }

  PowercapMachine machine_;
  std::unique_ptr<Source> source_;
  std::vector<Sensor> sensors_;
  KeepingSink sink_;
};

using Counts = std::map<std::string, std::uint64_t>;

TEST_F(RaplSourceTest, DeliversEveryCounterWithTheTimeOfItsRead) {
  add_two_packages();
  open_and_discover();
  machine_.sysfs.before_read([&](const std::string&) { machine_.clock.advance(milliseconds(1)); });
  const UtcTime begin = machine_.clock.now();
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(counts(), (Counts{{"package-0", 100}, {"package-0-dram", 200}, {"package-1", 300}}));
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(sink_.readings[i].time - begin, milliseconds(1) * static_cast<int>(i + 1));
}

TEST_F(RaplSourceTest, ReadsTheFilesItKeepsOpen) {
  add_two_packages();
  open_and_discover();
  machine_.sysfs.fail("class/powercap", ErrorCode::kInternal);  // would be met by a new look
  machine_.sysfs.set(PowercapMachine::energy("intel-rapl:0"), "150\n");
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(counts().at("package-0"), 150U);
}

// Notes 4.10, 4.34: no powercap at all is a machine without this source, not an error.
TEST_F(RaplSourceTest, IsNotPresentWithoutZones) {
  EXPECT_EQ(machine_.open().error().code, ErrorCode::kNotPresent);
}

TEST_F(RaplSourceTest, SaysWhatAContainerMasks) {
  machine_.sysfs.link("class/powercap/intel-rapl:0", "../../devices/virtual/powercap/gone");
  const auto opened = machine_.open();
  ASSERT_FALSE(opened.has_value());
  EXPECT_EQ(opened.error().code, ErrorCode::kPermission);
  EXPECT_THAT(opened.error().message, HasSubstr("--path.sysfs"));
}

TEST_F(RaplSourceTest, RefusesAWrongConfiguration) {
  add_two_packages();
  EXPECT_EQ(machine_.open("interval: 1ms").error().code, ErrorCode::kInvalid);
}

// Notes 4.1: sixteen packages; 4.15 (16 > 9 must not sort or parse as text).
TEST_F(RaplSourceTest, SixteenPackagesAreSixteenSensors) {
  for (int i = 0; i < 16; ++i)
    machine_.add("intel-rapl:" + std::to_string(i), "package-" + std::to_string(i), kPackageRange);
  open_and_discover();
  EXPECT_EQ(sensors_.size(), 16U);
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(counts().size(), 16U) << "zero is a reading; whether it counts is for the cover";
}

// Notes 4.3: mode 0400 since Linux 5.10.
TEST_F(RaplSourceTest, ZonesThatMayNotBeReadAreNamedOnceAndTheOthersWork) {
  add_two_packages();
  machine_.sysfs.fail(PowercapMachine::energy("intel-rapl:0:0"), ErrorCode::kPermission);
  machine_.sysfs.fail(PowercapMachine::energy("intel-rapl:1"), ErrorCode::kPermission);
  open_and_discover();
  ASSERT_TRUE(source_->discover().has_value());
  EXPECT_THAT(machine_.warnings,
              ElementsAre(AllOf(HasSubstr("package-0-dram, package-1"),
                                HasSubstr("CAP_DAC_READ_SEARCH"), HasSubstr("5.10"))));
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(counts(), (Counts{{"package-0", 100}}));
}

TEST_F(RaplSourceTest, WithoutAnyReadableZoneTheSourceSaysWhy) {
  add_two_packages();
  for (const char* zone : {"intel-rapl:0", "intel-rapl:0:0", "intel-rapl:1"})
    machine_.sysfs.fail(PowercapMachine::energy(zone), ErrorCode::kPermission);
  open();
  const auto sensors = source_->discover();
  ASSERT_FALSE(sensors.has_value());
  EXPECT_EQ(sensors.error().code, ErrorCode::kPermission);
  EXPECT_THAT(sensors.error().message, HasSubstr("CAP_DAC_READ_SEARCH"));
  EXPECT_THAT(machine_.warnings, IsEmpty()) << "the error says it already";
}

TEST_F(RaplSourceTest, AZoneWithoutACounterIsNoSensor) {
  add_two_packages();
  machine_.sysfs.remove(PowercapMachine::energy("intel-rapl:1"));
  open_and_discover();
  EXPECT_EQ(sensors_.size(), 2U);
  EXPECT_THAT(machine_.warnings, IsEmpty());
}

TEST_F(RaplSourceTest, AZoneThatCannotBeOpenedForAnotherReasonIsNamed) {
  add_two_packages();
  machine_.sysfs.fail(PowercapMachine::energy("intel-rapl:1"), ErrorCode::kUnavailable);
  open_and_discover();
  EXPECT_EQ(sensors_.size(), 2U);
  EXPECT_THAT(machine_.warnings, ElementsAre(HasSubstr("intel-rapl:1/energy_uj")));
}

// Notes 4.2: one series for the package of MSR and MMIO; silently, since every client has both.
TEST_F(RaplSourceTest, AnMmioDuplicateIsLeftOutSilently) {
  machine_.add("intel-rapl-mmio:0", "package-0", kPackageRange, "7\n");
  machine_.add("intel-rapl:0", "package-0", kPackageRange, "100\n");
  open_and_discover();
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(counts(), (Counts{{"package-0", 100}}));
  EXPECT_THAT(machine_.warnings, IsEmpty());
}

TEST_F(RaplSourceTest, AZoneThatRepeatsAnotherWithoutReasonIsNamed) {
  machine_.add("intel-rapl:0", "package-0", kPackageRange, "100\n");
  machine_.add("intel-rapl:1", "package-0", kPackageRange, "7\n");
  open_and_discover();
  EXPECT_EQ(sensors_.size(), 1U);
  EXPECT_THAT(machine_.warnings, ElementsAre(HasSubstr("intel-rapl:1 repeats package-0")));
}

TEST_F(RaplSourceTest, WarnsOfADramUnitThatDoesNotFit) {
  machine_.procfs.set("cpuinfo", kSapphireRapids);
  add_two_packages();
  open_and_discover();
  EXPECT_THAT(machine_.warnings,
              ElementsAre(AllOf(HasSubstr("package-0-dram"), HasSubstr("factor of about 4"))));
}

TEST_F(RaplSourceTest, WorksWithoutAnybodyToWarn) {
  add_two_packages();
  machine_.host.warn = nullptr;
  machine_.sysfs.fail(PowercapMachine::energy("intel-rapl:1"), ErrorCode::kPermission);
  open_and_discover();
  EXPECT_EQ(sensors_.size(), 2U);
}

// Notes 4.4 (EINVAL), 4.8 (EAGAIN), 4.9 (ENODATA), EIO: that zone only, once per read, and never a
// number for it.
TEST_F(RaplSourceTest, AnErrorOfOneZoneLeavesTheOthersAlone) {
  add_two_packages();
  open_and_discover();
  int reads = 0;
  machine_.sysfs.before_read([&](const std::string&) { ++reads; });
  for (const ErrorCode code : {ErrorCode::kInvalid, ErrorCode::kUnavailable, ErrorCode::kPermission,
                               ErrorCode::kUnsupported}) {
    machine_.sysfs.fail_reads(PowercapMachine::energy("intel-rapl:0"), code);
    reads = 0;
    const auto result = read();
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, code);
    EXPECT_THAT(result.error().message, HasSubstr("package-0"));
    EXPECT_EQ(counts(), (Counts{{"package-0-dram", 200}, {"package-1", 300}}));
    EXPECT_EQ(reads, 3) << "no retry loop";
  }
  machine_.sysfs.heal(PowercapMachine::energy("intel-rapl:0"));
  EXPECT_TRUE(read().has_value());
}

// ENODEV on a kept-open file: the device went away.
TEST_F(RaplSourceTest, AVanishedZoneAsksForANewDiscovery) {
  add_two_packages();
  open_and_discover();
  machine_.sysfs.fail_reads(PowercapMachine::energy("intel-rapl:0"), ErrorCode::kUnavailable);
  machine_.sysfs.remove(PowercapMachine::energy("intel-rapl:1"));
  const auto result = read();
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kNotPresent) << "before an error that passes by itself";
  EXPECT_EQ(counts(), (Counts{{"package-0-dram", 200}}));

  machine_.sysfs.heal(PowercapMachine::energy("intel-rapl:0"));
  sensors_ = *source_->discover();
  EXPECT_EQ(sensors_.size(), 2U);
  EXPECT_TRUE(read().has_value());
}

TEST_F(RaplSourceTest, AfterAFailedDiscoveryThereIsNothingToRead) {
  add_two_packages();
  open_and_discover();
  machine_.sysfs.remove("class/powercap");
  EXPECT_EQ(source_->discover().error().code, ErrorCode::kNotPresent);
  EXPECT_EQ(read().error().code, ErrorCode::kNotPresent);
  EXPECT_THAT(sink_.readings, IsEmpty());
}

TEST_F(RaplSourceTest, TextThatIsNoNumberIsNoReading) {
  add_two_packages();
  open_and_discover();
  for (const char* text : {"", "\n", "-1\n", "12", "1 2\n", "18446744073709551616\n"}) {
    machine_.sysfs.set(PowercapMachine::energy("intel-rapl:0"), text);
    const auto result = read();
    ASSERT_FALSE(result.has_value()) << text;
    EXPECT_EQ(result.error().code, ErrorCode::kInvalid);
    EXPECT_EQ(counts().count("package-0"), 0U) << text;
  }
  machine_.sysfs.set(PowercapMachine::energy("intel-rapl:0"), std::string(100, '1') + "\n");
  EXPECT_FALSE(read().has_value());
}

TEST_F(RaplSourceTest, ASlowReadIsRepeatedSoThatItsTimeFitsItsValue) {
  machine_.add("intel-rapl:0", "package-0", kPackageRange, "100\n");
  open_and_discover();
  int reads = 0;
  machine_.sysfs.before_read([&](const std::string& path) {
    ++reads;
    machine_.clock.advance(reads < 3 ? milliseconds(5) : milliseconds(1));
    machine_.sysfs.set(path, std::to_string(100 * reads) + "\n");
  });
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(reads, 3);
  EXPECT_EQ(counts(), (Counts{{"package-0", 300}}));
  EXPECT_EQ(sink_.readings[0].time, machine_.clock.now());
}

TEST_F(RaplSourceTest, AReadThatStaysSlowIsTakenAfterThreeMore) {
  machine_.add("intel-rapl:0", "package-0", kPackageRange, "100\n");
  open_and_discover();
  int reads = 0;
  machine_.sysfs.before_read([&](const std::string&) {
    ++reads;
    machine_.clock.advance(milliseconds(5));
  });
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(reads, 4);
  EXPECT_EQ(counts(), (Counts{{"package-0", 100}}));
}

TEST_F(RaplSourceTest, StopsAtTheDeadline) {
  add_two_packages();
  open_and_discover();
  machine_.sysfs.before_read(
      [&](const std::string&) { machine_.clock.advance(milliseconds(150)); });
  const auto result = read();
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kTimeout);
  EXPECT_EQ(counts(), (Counts{{"package-0", 100}})) << "what was read before stands";
}

}  // namespace
}  // namespace joulemark
