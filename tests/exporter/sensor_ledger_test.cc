#include "exporter/sensor_ledger.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/fakes/scripted_source.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;

constexpr OwnerId kOwner{1}, kOther{2};
constexpr MonotonicTime kBoot{100s};
const UtcTime kUtc(std::chrono::seconds(1'796'000'000));

// A ledger and a clock that the test moves.
class SensorLedgerTest : public testing::Test {
 protected:
  std::vector<std::optional<SensorHandle>> enrol(OwnerId owner, std::vector<Sensor> sensors,
                                                 MonotonicTime unbroken = MonotonicTime::min()) {
    std::vector<SensorPtr> texts;
    for (Sensor& s : sensors) texts.push_back(std::make_shared<SensorText>(std::move(s)));
    return ledger.enrol(owner, texts, unbroken, kBoot + now);
  }
  void count(SensorHandle handle, std::uint64_t counts) {
    ledger.record(handle, {0, kUtc + now, EnergyCount{counts}}, kBoot + now);
  }
  void power(SensorHandle handle, double watts) {
    ledger.record(handle, {0, kUtc + now, Watts(watts)}, kBoot + now);
  }
  SensorView only() { return ledger.view(kBoot + now).at(0); }
  std::uint64_t counts() { return std::get<EnergyCount>(only().energy).counts; }

  SensorLedger ledger;
  Duration now{0};
};

TEST_F(SensorLedgerTest, HasNoStateBeforeTheFirstReading) {
  enrol(kOwner, {counter_sensor("c")});
  EXPECT_FALSE(only().state);
  EXPECT_FALSE(only().fresh);
}

TEST_F(SensorLedgerTest, NamesASensorOfAnOwnerForMessages) {
  enrol(kOwner, {counter_sensor("a")});
  enrol(kOther, {counter_sensor("b")});
  EXPECT_EQ(ledger.sensor_of(kOther), "b");
  EXPECT_EQ(ledger.sensor_of(OwnerId{3}), "");
}

TEST_F(SensorLedgerTest, CountsFromTheFirstReadingOn) {
  const auto handle = *enrol(kOwner, {counter_sensor("c")})[0];
  count(handle, 1000);
  EXPECT_EQ(counts(), 0U);
  now = 100ms;
  count(handle, 1'001'000);
  EXPECT_EQ(counts(), 1'000'000U);
  EXPECT_EQ(only().state->start, kUtc);
  EXPECT_EQ(only().state->time, kUtc + 100ms);
  EXPECT_TRUE(only().fresh);
}

TEST_F(SensorLedgerTest, ASensorIsStaleAfterThreeSeconds) {
  const auto handle = *enrol(kOwner, {counter_sensor("c")})[0];
  count(handle, 1);
  now = 3s;
  EXPECT_TRUE(only().fresh);
  now = 3s + 1ms;
  EXPECT_FALSE(only().fresh);
  EXPECT_TRUE(only().state);  // start, uncovered and resets stay
}

TEST_F(SensorLedgerTest, ASlowSensorIsStaleAfterThreeIntervals) {
  Sensor slow = power_sensor("p");
  slow.metrology.sampling_interval = 10s;
  const auto handle = *enrol(kOwner, {slow})[0];
  power(handle, 1);
  now = 30s;
  EXPECT_TRUE(only().fresh);
  now = 30s + 1ms;
  EXPECT_FALSE(only().fresh);
}

TEST_F(SensorLedgerTest, ARepeatedTimeStampIsNoReading) {
  const auto handle = *enrol(kOwner, {power_sensor("p")})[0];
  power(handle, 10);
  ledger.record(handle, {0, kUtc, Watts(99)}, kBoot + 2s);
  now = 4s;
  EXPECT_FALSE(only().fresh);
  EXPECT_EQ(only().state->power, Watts(10));
}

TEST_F(SensorLedgerTest, ValuesThatAreNoPowerAreNoReadings) {
  const auto handle = *enrol(kOwner, {power_sensor("p")})[0];
  power(handle, std::nan(""));
  power(handle, -1);
  power(handle, INFINITY);
  count(handle, 5);  // a count from a power sensor
  EXPECT_FALSE(only().state);
}

TEST_F(SensorLedgerTest, AClockThatIsSetBackStartsTheCountAnew) {
  const auto handle = *enrol(kOwner, {counter_sensor("c")})[0];
  count(handle, 0);
  now = 1s;
  count(handle, 100);
  ledger.record(handle, {0, kUtc - 1h, EnergyCount{200}}, kBoot + now);
  EXPECT_EQ(only().state->start, kUtc - 1h);
  EXPECT_EQ(counts(), 0U);
}

TEST_F(SensorLedgerTest, AnUnchangedSensorKeepsItsCountWithANewOwner) {
  const auto first = *enrol(kOwner, {counter_sensor("c")})[0];
  count(first, 0);
  now = 1s;
  count(first, 500);
  ledger.release(kOwner, kBoot + now);
  const auto second = *enrol(kOther, {counter_sensor("c")})[0];
  now = 2s;
  count(second, 700);
  EXPECT_EQ(counts(), 700U);
  EXPECT_EQ(only().state->start, kUtc);
}

TEST_F(SensorLedgerTest, AChangedSensorStartsANewCount) {
  const auto first = *enrol(kOwner, {counter_sensor("c")})[0];
  count(first, 0);
  ledger.release(kOwner, kBoot + now);
  Sensor changed = counter_sensor("c");
  changed.joules_per_count = 1e-3;
  const auto second = *enrol(kOther, {changed})[0];
  now = 2s;
  count(second, 700);
  EXPECT_EQ(counts(), 0U);
  EXPECT_EQ(only().state->start, kUtc + 2s);
}

TEST_F(SensorLedgerTest, AnAbandonedOwnerWritesNothing) {
  const auto old = *enrol(kOwner, {counter_sensor("c")})[0];
  count(old, 0);
  ledger.release(kOwner, kBoot + now);
  const auto fresh = *enrol(kOther, {counter_sensor("c")})[0];
  now = 1s;
  count(fresh, 100);
  now = 2s;
  count(old, 1'000'000);
  EXPECT_EQ(counts(), 100U);
}

TEST_F(SensorLedgerTest, RefusesASensorThatExistsTwice) {
  EXPECT_TRUE(enrol(kOwner, {counter_sensor("c")})[0]);
  EXPECT_FALSE(enrol(kOther, {counter_sensor("c")})[0]);
  const auto twice = enrol(OwnerId{3}, {counter_sensor("d"), counter_sensor("d")});
  EXPECT_TRUE(twice[0]);
  EXPECT_FALSE(twice[1]);
}

TEST_F(SensorLedgerTest, AfterADeviceVanishedItsCounterStartsAnewAndItsNeighboursGoOn) {
  const auto both = enrol(kOwner, {counter_sensor("gone"), counter_sensor("there")});
  count(*both[0], 0);
  count(*both[1], 0);
  now = 1s;  // a read in which "gone" says nothing
  count(*both[1], 100);
  const auto again = enrol(kOwner, {counter_sensor("gone"), counter_sensor("there")}, kBoot + 1s);
  now = 2s;
  count(*again[0], 50);
  count(*again[1], 200);
  const auto views = ledger.view(kBoot + now);
  EXPECT_EQ(std::get<EnergyCount>(views[0].energy).counts, 0U);
  EXPECT_EQ(views[0].state->start, kUtc + 2s);
  EXPECT_EQ(std::get<EnergyCount>(views[1].energy).counts, 200U);
}

TEST_F(SensorLedgerTest, DropsSensorsThatTheirOwnerNoLongerNames) {
  enrol(kOwner, {counter_sensor("a"), counter_sensor("b")});
  const auto before = ledger.generation();
  enrol(kOwner, {counter_sensor("b")});
  EXPECT_EQ(ledger.view(kBoot).size(), 1U);
  EXPECT_NE(ledger.generation(), before);
  ledger.drop_source("test");
  EXPECT_TRUE(ledger.view(kBoot).empty());
}

TEST_F(SensorLedgerTest, DropsOwnerlessSensorsAfterAMinute) {
  enrol(kOwner, {counter_sensor("a")});
  ledger.release(kOwner, kBoot);
  now = 61s;
  enrol(kOther, {counter_sensor("b")});
  EXPECT_EQ(ledger.view(kBoot + now).size(), 1U);
}

TEST_F(SensorLedgerTest, ACounterIsAliveForAMinuteAfterItMoved) {
  const auto handle = *enrol(kOwner, {counter_sensor("c")})[0];
  count(handle, 5);
  EXPECT_FALSE(only().alive);  // a phantom zone never moves
  now = 1s;
  count(handle, 6);
  EXPECT_TRUE(only().alive);
  now = 62s;
  count(handle, 6);
  EXPECT_FALSE(only().alive);
}

TEST_F(SensorLedgerTest, ViewsAreSortedByNodeSourceAndSensor) {
  Sensor elsewhere = counter_sensor("a");
  elsewhere.node = "n0";
  enrol(kOwner, {counter_sensor("b"), counter_sensor("a"), elsewhere});
  const auto views = ledger.view(kBoot);
  EXPECT_EQ(views[0].text->sensor.node, "n0");
  EXPECT_EQ(views[1].text->sensor.id, "a");
  EXPECT_EQ(views[2].text->sensor.id, "b");
}

}  // namespace
}  // namespace joulemark
