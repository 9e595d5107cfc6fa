#include "query/device_watch.h"

#include <gmock/gmock.h>

#include "tests/fakes/fake_clock.h"
#include "tests/fakes/scripted_source.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class DeviceWatches : public testing::Test {
 protected:
  using Values = std::vector<std::variant<Watts, EnergyCount>>;

  // One sensor that delivers the values one by one, the last one again and again.
  DeviceLook look_at(const Sensor& sensor, const Values& values, Duration time = 1s) {
    return look_at([sensor] { return std::vector<Sensor>{sensor}; },
                   [this, values, n = std::size_t{0}](Sink& sink, Deadline) mutable {
                     sink.deliver({0, clock.now(), values[std::min(n++, values.size() - 1)]});
                     return Result<void>();
                   },
                   time);
  }
  DeviceLook look_at(ScriptedSource::Discover discover, ScriptedSource::Read read,
                     Duration time = 1s) {
    SensorDressing dressing;
    dressing.node = "n1";
    DeviceWatch watch(std::make_unique<ScriptedSource>(std::move(discover), std::move(read)), clock,
                      dressing, time);
    if (watch.discover())
      while (watch.read()) {
      }
    return watch.look();
  }

  FakeClock clock;
};

TEST_F(DeviceWatches, ShowTheEnergyOfACounterOverTheTimeItWasRead) {
  Values counts;
  for (std::uint64_t i = 0; i <= 10; ++i) counts.emplace_back(EnergyCount{i * 15'000'000});
  const DeviceLook look = look_at(counter_sensor("c"), counts);
  ASSERT_THAT(look.sensors, SizeIs(1));
  EXPECT_EQ(look.sensors[0].readings, 11U);
  EXPECT_TRUE(look.sensors[0].alive);
  ASSERT_TRUE(look.sensors[0].power);
  EXPECT_NEAR(look.sensors[0].power->value(), 150.0, 1e-9);
  EXPECT_TRUE(look.done);
  EXPECT_FALSE(look.error);
}

TEST_F(DeviceWatches, ACounterThatDoesNotMoveIsDeadAndHasNoPower) {
  const DeviceLook look = look_at(counter_sensor("c"), {EnergyCount{7}});
  EXPECT_FALSE(look.sensors[0].alive);
  EXPECT_FALSE(look.sensors[0].power) << "not 0 W";
}

TEST_F(DeviceWatches, AWrapIsEnergyAndAResetIsNot) {
  const std::uint64_t modulus = counter_sensor("c").modulus_counts;
  const DeviceLook wrapped =
      look_at(counter_sensor("c"), {EnergyCount{modulus - 50'000'000}, EnergyCount{100'000'000}});
  ASSERT_TRUE(wrapped.sensors[0].power);
  EXPECT_NEAR(wrapped.sensors[0].power->value(), 150.0, 1e-9);
  EXPECT_EQ(wrapped.sensors[0].resets, 0U);
  const DeviceLook reset =
      look_at(counter_sensor("c"), {EnergyCount{modulus / 2}, EnergyCount{0}, EnergyCount{0}});
  EXPECT_FALSE(reset.sensors[0].power);
  EXPECT_EQ(reset.sensors[0].resets, 1U);
}

TEST_F(DeviceWatches, ShowTheMeanOfAGaugeAndLeaveOutWhatIsNoReading) {
  const DeviceLook look =
      look_at(power_sensor("p"), {Watts(100), Watts(-5), Watts(NAN), Watts(300)}, 300ms);
  EXPECT_EQ(look.sensors[0].readings, 2U);
  ASSERT_TRUE(look.sensors[0].power);
  EXPECT_EQ(*look.sensors[0].power, Watts(200));
}

TEST_F(DeviceWatches, ADevicesStampThatDoesNotAdvanceIsNoReading) {
  const UtcTime stamp = clock.now();
  const DeviceLook look = look_at([] { return std::vector<Sensor>{power_sensor("p")}; },
                                  [&](Sink& sink, Deadline) {
                                    sink.deliver({0, stamp, Watts(100)});
                                    return Result<void>();
                                  });
  EXPECT_EQ(look.sensors[0].readings, 1U);
}

TEST_F(DeviceWatches, FillTheMetrologyAndTheNode) {
  Sensor sensor = counter_sensor("c");
  sensor.node.clear();
  sensor.source_class = "RAPL DRAM";
  const DeviceLook look = look_at(sensor, {EnergyCount{1}});
  EXPECT_EQ(look.sensors[0].sensor.node, "n1");
  EXPECT_EQ(look.sensors[0].sensor.metrology.accuracy.source, AccuracySource::kClassDefault);
}

TEST_F(DeviceWatches, NameTheSensorThatMustNotBeServedAndKeepTheOthers) {
  Sensor wrong = power_sensor("w");
  wrong.scope = "Not A Scope";
  const DeviceLook look = look_at(
      [&] {
        return std::vector<Sensor>{wrong, power_sensor("p")};
      },
      [this](Sink& sink, Deadline) {
        sink.deliver({0, clock.now(), Watts(1)});
        sink.deliver({1, clock.now(), Watts(2)});
        sink.deliver({2, clock.now(), Watts(3)});
        return Result<void>();
      });
  EXPECT_THAT(look.not_served, ElementsAre(HasSubstr("has no valid scope")));
  ASSERT_THAT(look.sensors, SizeIs(1));
  EXPECT_EQ(*look.sensors[0].power, Watts(2));
}

TEST_F(DeviceWatches, KeepTheLastErrorOfAReadAndCleanItsText) {
  const DeviceLook look = look_at(
      [] { return std::vector<Sensor>{power_sensor("p")}; },
      [](Sink&, Deadline) -> Result<void> { return fail(ErrorCode::kUnavailable, "EIO\x1b[2J"); });
  ASSERT_TRUE(look.error);
  EXPECT_EQ(look.error->message, "EIO[2J");
  EXPECT_EQ(look.sensors[0].readings, 0U);
  EXPECT_FALSE(look.sensors[0].alive);
}

TEST_F(DeviceWatches, WhatASourceThrowsIsAnErrorOfTheSource) {
  const DeviceLook look =
      look_at([]() -> Result<std::vector<Sensor>> { throw std::runtime_error("boom"); },
              [](Sink&, Deadline) { return Result<void>(); });
  ASSERT_TRUE(look.error);
  EXPECT_THAT(look.error->message, HasSubstr("boom"));
  EXPECT_TRUE(look.done);
  EXPECT_THAT(look.sensors, IsEmpty());
}

}  // namespace
}  // namespace joulemark
