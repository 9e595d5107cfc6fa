#include "sources/hwmon/hwmon_source.h"

#include <gmock/gmock.h>

#include <future>
#include <set>

#include "tests/fakes/keeping_sink.h"
#include "tests/sources/hwmon/hwmon_tree.h"

namespace joulemark {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kMeterFile = "devices/LNXSYSTM:00/ACPI000D:00/power1_average";
const std::string kBoard = "i2c-1/1-0040";

class HwmonSourceTest : public testing::Test {
 protected:
  void add_board() {
    machine_.add(
        2, kBoard, "chip",
        {{"power1_input", "1000000"}, {"power2_input", "2000000"}, {"energy1_input", "77"}});
  }
  static std::string board(const std::string& file) { return HwmonMachine::own(2, kBoard, file); }
  void open_and_discover() {
    auto opened = machine_.open();
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
    ASSERT_EQ(opened->size(), 1U);
    source_ = std::move(opened->front());
    discover();
  }
  void discover() {
    const auto sensors = source_->discover();
    ASSERT_TRUE(sensors.has_value()) << sensors.error().message;
    sensors_ = *sensors;
  }
  Result<void> read() {
    sink_.readings.clear();
    return source_->read(sink_, machine_.clock.monotonic() + milliseconds(100));
  }
  // channel -> value of the last read; energy in counts.
  std::map<std::string, double> values() {
    std::map<std::string, double> out;
    for (const Reading& reading : sink_.readings) {
      const std::string& id = sensors_.at(reading.sensor).id;
      const auto* watts = std::get_if<Watts>(&reading.value);
      out[id.substr(id.rfind('/') + 1)] =
          watts != nullptr ? watts->value()
                           : static_cast<double>(std::get<EnergyCount>(reading.value).counts);
    }
    return out;
  }

  HwmonMachine machine_;
  std::unique_ptr<Source> source_;
  std::vector<Sensor> sensors_;
  KeepingSink sink_;
};

using Values = std::map<std::string, double>;

TEST_F(HwmonSourceTest, DeliversEveryChannelWithTheTimeOfItsRead) {
  add_board();
  open_and_discover();
  machine_.sysfs.before_read([&](const std::string&) { machine_.clock.advance(milliseconds(1)); });
  const UtcTime begin = machine_.clock.now();
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(values(), (Values{{"power1", 1.0}, {"power2", 2.0}, {"energy1", 77.0}}));
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(sink_.readings[i].time - begin, milliseconds(1) * static_cast<int>(i + 1));
}

// Notes 4.6: node_exporter#903.
TEST_F(HwmonSourceTest, ReadsOnlyTheValues) {
  machine_.add_meter(0, "ACPI000D:00", "", {{"power1_cap", "1"}, {"power1_accuracy", "80.0%"}});
  open_and_discover();
  std::set<std::string> files;
  machine_.sysfs.before_read([&](const std::string& path) { files.insert(path); });
  ASSERT_TRUE(read().has_value());
  EXPECT_THAT(files, ElementsAre(kMeterFile));
}

TEST_F(HwmonSourceTest, OneSourceForEachChipThatMeasures) {
  add_board();
  machine_.add_meter(0, "ACPI000D:00", "");
  machine_.add(1, "platform/thermal", "acpitz", {{"temp1_input", "27800"}});
  EXPECT_EQ(machine_.open()->size(), 2U);
  EXPECT_EQ(machine_.open("chip_exclude: [chip]")->size(), 1U);
  EXPECT_EQ(machine_.open("chip_include: [chip]")->size(), 1U);
  EXPECT_EQ(machine_.open("chip_include: [xe]").error().code, ErrorCode::kNotPresent);
  EXPECT_EQ(machine_.open("interval: 1ms").error().code, ErrorCode::kInvalid);
}

// Notes 4.10.
TEST_F(HwmonSourceTest, IsNotPresentWithoutAMeter) {
  EXPECT_EQ(machine_.open().error().code, ErrorCode::kNotPresent);
  machine_.add(1, "platform/thermal", "acpitz", {{"temp1_input", "27800"}});
  EXPECT_EQ(machine_.open().error().code, ErrorCode::kNotPresent);
}

TEST_F(HwmonSourceTest, PowerOfAPairIsVoltageTimesCurrent) {
  machine_.add(2, kBoard, "ina3221", {{"in1_input", "5032"}, {"curr1_input", "1200"}});
  open_and_discover();
  ASSERT_TRUE(read().has_value());
  EXPECT_NEAR(values().at("in1-curr1"), 6.0384, 1e-9);
  machine_.sysfs.fail_reads(board("curr1_input"), ErrorCode::kUnavailable);
  EXPECT_FALSE(read().has_value());
  EXPECT_THAT(sink_.readings, IsEmpty()) << "one factor is no power";
  machine_.sysfs.heal(board("curr1_input"));
  machine_.sysfs.set(board("curr1_input"), "-8\n");
  EXPECT_EQ(read().error().code, ErrorCode::kInvalid);
  machine_.sysfs.set(board("in1_input"), "18446744073709551615\n");
  machine_.sysfs.set(board("curr1_input"), "2\n");
  EXPECT_EQ(read().error().code, ErrorCode::kInvalid);
}

TEST_F(HwmonSourceTest, APairWithoutItsCurrentIsNoSensor) {
  machine_.add(
      2, kBoard, "ina3221",
      {{"in1_input", "1"}, {"curr1_input", "1"}, {"in2_input", "1"}, {"curr2_input", "1"}});
  machine_.sysfs.fail(board("curr1_input"), ErrorCode::kUnavailable);
  open_and_discover();
  EXPECT_EQ(sensors_.size(), 1U);
}

// Notes 4.7: lm-sensors#460, #130.
TEST_F(HwmonSourceTest, WhatTheMeterDoesNotKnowIsNoReading) {
  machine_.add_meter(0, "ACPI000D:00", "");
  open_and_discover();
  for (const char* text : {"4294967295000\n", "4294967295\n"}) {
    machine_.sysfs.set(kMeterFile, text);
    const auto result = read();
    ASSERT_FALSE(result.has_value()) << text;
    EXPECT_EQ(result.error().code, ErrorCode::kUnavailable);
    EXPECT_THAT(sink_.readings, IsEmpty());
  }
  machine_.sysfs.set(kMeterFile, "4294967294\n");
  ASSERT_TRUE(read().has_value());
  EXPECT_NEAR(values().at("power1"), 4294.967294, 1e-9);
}

// METHOD G-1: at scope node 0 W is no reading; anywhere else it is one.
TEST_F(HwmonSourceTest, ANodeThatTakesNothingIsNoReading) {
  machine_.add_meter(0, "ACPI000D:00", "", {{"power1_average", "0"}});
  open_and_discover();
  EXPECT_EQ(read().error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(sink_.readings, IsEmpty());
}
TEST_F(HwmonSourceTest, ARailMayTakeNothing) {
  machine_.add(2, kBoard, "chip", {{"power1_input", "0"}});
  open_and_discover();
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(values(), (Values{{"power1", 0.0}}));
}

TEST_F(HwmonSourceTest, TextThatIsNoNumberIsNoReading) {
  add_board();
  open_and_discover();
  for (const std::string& text :
       {std::string(), std::string("\n"), std::string("N/A\n"), std::string("-1\n"),
        std::string("12000000\0junk\n", 14), std::string("12"), std::string(100, '1') + "\n"}) {
    machine_.sysfs.set(board("power1_input"), text);
    const auto result = read();
    ASSERT_FALSE(result.has_value()) << text;
    EXPECT_EQ(result.error().code, ErrorCode::kInvalid);
    EXPECT_THAT(result.error().message, HasSubstr("power1"));
    EXPECT_EQ(values(), (Values{{"power2", 2.0}, {"energy1", 77.0}})) << text;
  }
}

// Notes 4.8 (EAGAIN), 4.9 (ENODATA), EIO, EINVAL, ETIMEDOUT, EOPNOTSUPP: that channel only, once
// per read, and no number for it. A refusal of an open file (EPERM of amdgpu in a reset) passes.
TEST_F(HwmonSourceTest, AnErrorOfOneChannelLeavesTheOthersAlone) {
  add_board();
  open_and_discover();
  int reads = 0;
  machine_.sysfs.before_read([&](const std::string&) { ++reads; });
  using Case = std::pair<ErrorCode, ErrorCode>;
  for (const auto& [failure, code] : {Case{ErrorCode::kUnavailable, ErrorCode::kUnavailable},
                                      Case{ErrorCode::kInvalid, ErrorCode::kInvalid},
                                      Case{ErrorCode::kTimeout, ErrorCode::kTimeout},
                                      Case{ErrorCode::kUnsupported, ErrorCode::kUnsupported},
                                      Case{ErrorCode::kPermission, ErrorCode::kUnavailable}}) {
    machine_.sysfs.fail_reads(board("power1_input"), failure);
    reads = 0;
    const auto result = read();
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, code);
    EXPECT_THAT(result.error().message, HasSubstr(kBoard + "/chip/power1"));
    EXPECT_EQ(values(), (Values{{"power2", 2.0}, {"energy1", 77.0}}));
    EXPECT_EQ(reads, 3) << "no retry loop";
  }
  machine_.sysfs.heal(board("power1_input"));
  EXPECT_TRUE(read().has_value());
}

// EACCES on opening.
TEST_F(HwmonSourceTest, ChannelsThatMayNotBeReadAreNamedOnceWithTheRemedy) {
  add_board();
  machine_.sysfs.fail(board("power1_input"), ErrorCode::kPermission);
  open_and_discover();
  discover();
  EXPECT_THAT(machine_.warnings,
              ElementsAre(AllOf(HasSubstr("chip/power1"), HasSubstr("CAP_DAC_READ_SEARCH"))));
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(values(), (Values{{"power2", 2.0}, {"energy1", 77.0}}));
}

TEST_F(HwmonSourceTest, WithoutAnyReadableChannelTheSourceSaysWhy) {
  machine_.add(2, kBoard, "chip", {{"power1_input", "1"}});
  machine_.sysfs.fail(board("power1_input"), ErrorCode::kPermission);
  auto opened = machine_.open();
  ASSERT_TRUE(opened.has_value());
  const auto sensors = opened->front()->discover();
  ASSERT_FALSE(sensors.has_value());
  EXPECT_EQ(sensors.error().code, ErrorCode::kPermission);
  EXPECT_THAT(sensors.error().message, HasSubstr("CAP_DAC_READ_SEARCH"));
  EXPECT_THAT(machine_.warnings, IsEmpty()) << "the error says it already";
}

// ENODEV on a kept-open file: the driver was unloaded. It comes back under another number.
TEST_F(HwmonSourceTest, AVanishedChipIsFoundAgainUnderItsNewNumber) {
  add_board();
  open_and_discover();
  const std::vector<Sensor> before = sensors_;
  machine_.sysfs.remove("devices/" + kBoard);
  machine_.sysfs.remove("class/hwmon/hwmon2");
  EXPECT_EQ(read().error().code, ErrorCode::kNotPresent);
  EXPECT_EQ(source_->discover().error().code, ErrorCode::kNotPresent);
  EXPECT_EQ(read().error().code, ErrorCode::kNotPresent);

  machine_.add(5, kBoard, "chip",
               {{"power1_input", "3000000"}, {"power2_input", "4000000"}, {"energy1_input", "5"}});
  discover();
  EXPECT_EQ(sensors_.size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(sensors_[i].id, before[i].id);
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(values().at("power1"), 3.0);
}

// xe: the driver adds a register of 32 bits up when it is asked, and only then.
TEST_F(HwmonSourceTest, ACountOfAnIntelCardThatWasNotAskedForLongMayHaveComeRound) {
  machine_.add(2, std::string(kGpuDevice), "xe",
               {{"energy1_input", "77"}, {"energy1_label", "card"}});
  open_and_discover();
  std::vector<bool> anew;
  for (const int pause : {0, 1, 60, 119, 121, 1}) {
    machine_.clock.advance(std::chrono::seconds(pause));
    ASSERT_TRUE(read());
    anew.push_back(sink_.readings.at(0).began_anew);
  }
  EXPECT_THAT(anew, testing::ElementsAre(false, false, false, false, true, false));
}

TEST_F(HwmonSourceTest, OtherCountsGoOnHoweverLongNobodyAsked) {
  add_board();
  open_and_discover();
  ASSERT_TRUE(read());
  machine_.clock.advance(std::chrono::hours(1));
  ASSERT_TRUE(read());
  for (const Reading& one : sink_.readings) EXPECT_FALSE(one.began_anew);
}

TEST_F(HwmonSourceTest, AVanishedChannelComesBeforeAnErrorThatPasses) {
  add_board();
  open_and_discover();
  machine_.sysfs.fail_reads(board("power1_input"), ErrorCode::kUnavailable);
  machine_.sysfs.remove(board("energy1_input"));
  EXPECT_EQ(read().error().code, ErrorCode::kNotPresent);
  EXPECT_EQ(values(), (Values{{"power2", 2.0}}));
}

TEST_F(HwmonSourceTest, StopsAtTheDeadline) {
  add_board();
  open_and_discover();
  machine_.sysfs.before_read(
      [&](const std::string&) { machine_.clock.advance(milliseconds(150)); });
  const auto result = read();
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kTimeout);
  EXPECT_EQ(values(), (Values{{"power1", 1.0}})) << "what was read before stands";
}

TEST_F(HwmonSourceTest, WorksWithoutAnybodyToWarn) {
  add_board();
  machine_.host.warn = nullptr;
  machine_.sysfs.fail(board("power1_input"), ErrorCode::kPermission);
  open_and_discover();
  EXPECT_EQ(sensors_.size(), 2U);
}

// Notes 4.5: node_exporter#1507. The probe touches no value and no text of a meter, and while one
// chip hangs in its own thread the other is read.
TEST_F(HwmonSourceTest, AChipThatHangsTakesOnlyItself) {
  machine_.add_meter(0, "ACPI000D:00", "");
  machine_.add_meter(1, "ACPI000D:01", "Grace Power Socket 0");
  const std::string hung = "devices/LNXSYSTM:00/ACPI000D:00/";
  for (const char* file : {"power1_average", "power1_oem_info", "power1_average_interval"})
    machine_.sysfs.hang(hung + file);
  auto sources = machine_.open();
  ASSERT_TRUE(sources.has_value());
  ASSERT_EQ(sources->size(), 2U);
  auto hanging = std::async(std::launch::async, [&] { return (*sources)[0]->discover(); });
  EXPECT_EQ(hanging.wait_for(milliseconds(50)), std::future_status::timeout);

  source_ = std::move((*sources)[1]);
  discover();
  ASSERT_TRUE(read().has_value());
  EXPECT_EQ(values(), (Values{{"power1", 310.0}}));

  for (const char* file : {"power1_average", "power1_oem_info", "power1_average_interval"})
    machine_.sysfs.release(hung + file);
  EXPECT_TRUE(hanging.get().has_value());
}

// Notes 4.35: Waybar#622, thinkfan#17.
TEST(HwmonRenumbering, AnyNumbersGiveTheSameSensorsInTheSameOrder) {
  const std::vector<std::pair<std::string, std::string>> chips = {
      {"pci0000:00/0000:03:00.0", "amdgpu"},
      {"pci0000:40/0000:43:00.0", "amdgpu"},
      {"platform/asus-nb-wmi", "asus"},
      {"platform/asus-nb-wmi", "asus_wmi_sensors"},
      {"i2c-1/1-0040", "lm25066"}};
  const auto sensors_with = [&](const std::vector<unsigned>& numbers) {
    HwmonMachine machine;
    for (std::size_t i = 0; i < chips.size(); ++i)
      machine.add(numbers[i], chips[i].first, chips[i].second, {{"power1_input", "1"}});
    std::vector<std::string> out;
    for (const Sensor& sensor : machine.all_sensors())
      out.push_back(sensor.id + " " + sensor.scope + " " + sensor.model);
    return out;
  };
  const auto expected = sensors_with({0, 1, 2, 3, 4});
  EXPECT_EQ(expected.size(), 5U);
  std::vector<unsigned> numbers = {0, 1, 2, 3, 10};
  do EXPECT_EQ(sensors_with(numbers), expected);
  while (std::ranges::next_permutation(numbers).found);
}

}  // namespace
}  // namespace joulemark
