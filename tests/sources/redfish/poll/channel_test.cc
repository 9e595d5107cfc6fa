// One value while it is read: epochs, restarts, falls and stamps.
#include "sources/redfish/poll/channel.h"

#include <gtest/gtest.h>

namespace joulemark::redfish {
namespace {

using namespace std::chrono_literals;

class RedfishChannel : public ::testing::Test {
 protected:
  static Measured value(QuantityKind quantity, bool lifetime = false) {
    Measured one;
    one.about = About::kChassis;
    one.quantity = quantity;
    one.lifetime = lifetime;
    one.si_per_unit = quantity == QuantityKind::kEnergy ? 3.6e6 : 1.0;
    return one;
  }
  static Channel energy(bool lifetime = false) {
    Channel out(value(QuantityKind::kEnergy, lifetime), {}, 3.6e6);
    return out;
  }
  // Read at now, which then moves on.
  std::optional<Reading> read(Channel& channel, const std::string& token,
                              const std::string& epoch = "", const std::string& stamp = "") {
    now += step;
    return channel.take({.number = parse_number(token), .reading_time = stamp, .epoch = epoch},
                        UtcTime(now.time_since_epoch()), now);
  }
  static EnergyCount count_of(const std::optional<Reading>& reading) {
    return std::get<EnergyCount>(reading->value);
  }

  MonotonicTime now{1h};
  Duration step = 1s;
  const Conditions conditions{1s, 200ms, 1.0};
};

TEST_F(RedfishChannel, CountsEnergyInStepsOfItsLastDigitOnceItIsPublished) {
  Channel channel = energy();
  EXPECT_FALSE(read(channel, "704.7291")) << "its unit is not known to anybody yet";
  const Sensor sensor = channel.publish(conditions);
  EXPECT_DOUBLE_EQ(sensor.joules_per_count, 360.0);
  EXPECT_EQ(count_of(read(channel, "704.7292")), EnergyCount{7047292});
  EXPECT_EQ(count_of(read(channel, "704.73")), EnergyCount{7047300});
}

TEST_F(RedfishChannel, AnotherEpochIsANewCount) {
  Channel channel = energy();
  channel.publish(conditions);
  EXPECT_FALSE(read(channel, "100.000", "2026-01-01T00:00:00Z")->began_anew);
  EXPECT_FALSE(read(channel, "100.001", "2026-01-01T00:00:00Z")->began_anew);
  EXPECT_TRUE(read(channel, "100.002", "2026-02-02T00:00:00Z")->began_anew) << "though it rose";
  EXPECT_FALSE(read(channel, "100.003", "2026-02-02T00:00:00Z")->began_anew);
}

TEST_F(RedfishChannel, ACountThatCouldHaveBegunInASilenceDid) {
  Channel channel = energy();
  channel.publish(conditions);
  read(channel, "0.001");
  step = 60s;
  EXPECT_TRUE(read(channel, "0.010")->began_anew);
  EXPECT_FALSE(read(channel, "900.000")->began_anew) << "3.2 GJ in a minute: it went on";
}

TEST_F(RedfishChannel, ALifetimeCountDoesNotBeginAnewAndAFallIsToldOnce) {
  Channel channel = energy(true);
  channel.publish(conditions);
  read(channel, "0.001");
  step = 60s;
  EXPECT_FALSE(read(channel, "0.010")->began_anew);
  EXPECT_FALSE(channel.take_fault());
  read(channel, "0.005");
  EXPECT_TRUE(channel.take_fault());
  EXPECT_FALSE(channel.take_fault());
}

TEST_F(RedfishChannel, NullAndAllBitsSetAreNoReadings) {
  Channel channel(value(QuantityKind::kPower), {}, 1.0);
  EXPECT_FALSE(channel.take({}, {}, now));
  EXPECT_FALSE(read(channel, "65535"));
  EXPECT_FALSE(read(channel, "-1"));
  EXPECT_TRUE(read(channel, "0"));
}

TEST_F(RedfishChannel, AnEnergyOf65535IsAnEnergy) {
  Channel channel = energy();
  channel.publish(conditions);
  EXPECT_TRUE(read(channel, "65535"));
}

TEST_F(RedfishChannel, AStampThatStandsStillIsTheReadingOfLastTime) {
  Channel channel(value(QuantityKind::kPower), {}, 1.0);
  EXPECT_TRUE(read(channel, "400", "", "2026-12-01T00:00:00Z"));
  EXPECT_FALSE(read(channel, "400", "", "2026-12-01T00:00:00Z"));
  EXPECT_TRUE(read(channel, "400", "", "2026-12-01T00:00:10Z"));
}

TEST_F(RedfishChannel, AStampThatStandsStillWhileTheValueMovesIsNoStamp) {
  Channel channel(value(QuantityKind::kPower), {}, 1.0);
  read(channel, "400", "", "1970-01-01T00:00:00Z");
  EXPECT_TRUE(read(channel, "410", "", "1970-01-01T00:00:00Z"));
  EXPECT_TRUE(read(channel, "410", "", "1970-01-01T00:00:00Z"));
}

TEST_F(RedfishChannel, APowerIsScaledByTheUnitOfItsReport) {
  Channel channel(value(QuantityKind::kPower), {}, 1e-3);
  EXPECT_EQ(std::get<Watts>(read(channel, "412000")->value), Watts(412.0));
}

TEST_F(RedfishChannel, IsOutdatedWhereItIsFarSlowerThanPublished) {
  Measured one = value(QuantityKind::kPower);
  one.stated.sensing_interval = 1s;
  Channel channel(one, {}, 1.0);
  channel.publish(conditions);
  for (int i = 0; i < 400; ++i) read(channel, std::to_string(400 + (i / 10 * 37) % 101));
  EXPECT_TRUE(channel.outdated());
  EXPECT_EQ(channel.publish(conditions).metrology.update_interval, Duration(10s));
  EXPECT_FALSE(channel.outdated());
}

TEST_F(RedfishChannel, ThatStatesNothingIsOutdatedOnlyBeyondTheDefaultOfItsClass) {
  Channel bmc(value(QuantityKind::kPower), {}, 1.0);
  bmc.publish(conditions);
  for (int i = 0; i < 100; ++i) read(bmc, std::to_string(400 + (i / 2 * 37) % 101));
  EXPECT_FALSE(bmc.outdated()) << "2 s is what METHOD's table says: nothing changes in a run";
}

TEST_F(RedfishChannel, ThatIsUpdatedMoreOftenThanItIsReadIsNotSlow) {
  Measured one = value(QuantityKind::kPower);
  one.stated.sensing_interval = 500ms;
  Channel channel(one, {}, 1.0);
  channel.publish(conditions);
  for (int i = 0; i < 200; ++i) read(channel, std::to_string(400 + (i * 37) % 101));
  EXPECT_FALSE(channel.outdated()) << "read once a second, it cannot change twice";
  EXPECT_EQ(channel.publish(conditions).metrology.update_interval, Duration(500ms))
      << "said again as it was";
}

TEST_F(RedfishChannel, GoesOnWhereAnEarlierOneOfTheSameValueWas) {
  Channel first = energy(), second = energy();
  read(first, "1.00001");
  first.publish(conditions);
  read(first, "1.00002", "A");
  second.inherit(first);
  second.publish(conditions);
  EXPECT_TRUE(read(second, "1.00003", "B")->began_anew);
}

}  // namespace
}  // namespace joulemark::redfish
