#include "measurement/live_sensor.h"

#include <gmock/gmock.h>

#include <limits>

#include "tests/fakes/made_sensors.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::IsEmpty;

Reading watts(double value) { return {.sensor = 0, .time = {}, .value = Watts(value)}; }

TEST(LiveSensor, TakesOnlyPowerOfItsOwnKindForAReading) {
  EXPECT_TRUE(is_reading(power_sensor("a"), watts(0)));
  EXPECT_FALSE(is_reading(power_sensor("a"), watts(-1)));
  EXPECT_FALSE(is_reading(power_sensor("a"), watts(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_FALSE(is_reading(counter_sensor("a"), watts(5)));
  EXPECT_FALSE(is_reading(power_sensor("a"), {.sensor = 0, .time = {}, .value = EnergyCount{5}}));
}

TEST(LiveSensor, ACounterMeetsTheSamplingRequirementIfItUpdatesWithinASecond) {
  Sensor counter = counter_sensor("a");
  EXPECT_TRUE(meets_sampling(counter));
  counter.metrology.update_interval = 2s;
  EXPECT_FALSE(meets_sampling(counter));
  counter.metrology.update_interval.reset();
  EXPECT_FALSE(meets_sampling(counter));
}

TEST(LiveSensor, AGaugeMeetsItOnlyIfItsReadingsSeeAllOfTheLoad) {
  Sensor gauge = power_sensor("a");
  EXPECT_TRUE(meets_sampling(gauge));
  gauge.metrology.sampling_interval = 200ms;
  EXPECT_FALSE(meets_sampling(gauge)) << "random moments need 10 Hz";
  gauge.metrology.averaging = 1s;
  gauge.metrology.update_interval = 1s;
  gauge.metrology.sampling_interval = 1s;
  EXPECT_TRUE(meets_sampling(gauge)) << "contiguous averages";
  gauge.metrology.observed_ratio = 0.25;
  EXPECT_FALSE(meets_sampling(gauge));
}

TEST(LiveSensor, ForeseesWhatNoWindowCanMend) {
  Sensor good = counter_sensor("a");
  good.metrology.accuracy.source = AccuracySource::kCertificate;
  EXPECT_THAT(foreseeable_codes(good), IsEmpty());

  Sensor poor = power_sensor("a");
  poor.simulated = true;
  poor.metrology.update_interval.reset();
  poor.metrology.filtered = true;
  EXPECT_EQ(foreseeable_codes(poor),
            (Codes{Code::kAliasRisk, Code::kUpdateUnknown, Code::kClassDefaultAccuracy,
                   Code::kSensorFiltered, Code::kSimulated, Code::kSamplingTooSlow}));
}

TEST(LiveSensor, ForeseesAliasingOfACounterThatIntegratesPartOfTheTime) {
  Sensor counter = counter_sensor("a");
  counter.metrology.observed_ratio = 0.25;
  EXPECT_THAT(foreseeable_codes(counter), Contains(Code::kAliasRisk));
}

TEST(LiveSensor, IsRefusedAsACandidateWhereItsPowerIsNotReal) {
  Sensor sensor = power_sensor("a");
  EXPECT_FALSE(candidate_of(sensor, true, Watts(1)).refused);
  sensor.metrology.power_kind = PowerKind::kApparent;
  const CoverCandidate candidate = candidate_of(sensor, false, std::nullopt);
  EXPECT_TRUE(candidate.refused);
  EXPECT_FALSE(candidate.alive);
  EXPECT_EQ(candidate.scope, sensor.scope);
}

}  // namespace
}  // namespace joulemark
