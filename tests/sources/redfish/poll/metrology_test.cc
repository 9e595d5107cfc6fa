#include "sources/redfish/poll/metrology.h"

#include <gtest/gtest.h>

namespace joulemark::redfish {
namespace {

using namespace std::chrono_literals;

Measured power(const std::string& token = "512") {
  Measured one;
  one.about = About::kChassis;
  one.reading = parse_number(token);
  return one;
}

const Conditions kConditions{1s, 300ms, 1.0};

Metrology described(const Measured& one, const Conditions& conditions = kConditions) {
  ValueWatch watch;
  if (one.reading) watch.note_digits(*one.reading);
  return metrology_of(one, watch, conditions);
}

TEST(RedfishMetrology, TheRoundTripIsLatencyBesideTheDelayOfTheDevice) {
  EXPECT_EQ(described(power()).latency_max, 1300ms);
  Measured outlet = power();
  outlet.about = About::kOutlet;
  EXPECT_EQ(described(outlet).latency_max, 5300ms);
  EXPECT_EQ(described(power()).sampling_interval, Duration(1s));
  EXPECT_EQ(described(power()).sampling, Sampling::kPeriodic);
}

TEST(RedfishMetrology, ResolutionIsTheLastDigitInTheUnitOfTheReading) {
  EXPECT_DOUBLE_EQ(described(power("512")).resolution, 1.0);
  EXPECT_DOUBLE_EQ(described(power("512.25")).resolution, 0.01);
  Measured energy = power("704.729");
  energy.quantity = QuantityKind::kEnergy;
  EXPECT_DOUBLE_EQ(described(energy, {1s, 0s, 3.6e6}).resolution, 3600.0);
}

TEST(RedfishMetrology, PrecisionCountsSignificantDigitsAndTheCoarserOneCounts) {
  Measured one = power("1234");
  one.stated.precision = 3;
  EXPECT_DOUBLE_EQ(described(one).resolution, 10.0);
  one.stated.precision = 8;
  EXPECT_DOUBLE_EQ(described(one).resolution, 1.0);
}

TEST(RedfishMetrology, StatedAccuracyIsAbsoluteOrInPercent) {
  Measured one = power();
  one.stated.reading_accuracy = 5.0;
  one.stated.accuracy_percent = 2.0;
  EXPECT_EQ(described(one).accuracy.absolute, Watts(5.0));
  EXPECT_EQ(described(one).accuracy.relative, 0.0);
  EXPECT_EQ(described(one).accuracy.source, AccuracySource::kDevice);
  one.stated.reading_accuracy.reset();
  EXPECT_DOUBLE_EQ(described(one).accuracy.relative, 0.02);
}

TEST(RedfishMetrology, AnAccuracyOfZeroIsNotStated) {
  Measured one = power();
  one.stated.reading_accuracy = 0.0;
  one.stated.accuracy_percent = 0.0;
  EXPECT_EQ(described(one).accuracy.source, AccuracySource::kNone);
}

TEST(RedfishMetrology, AnAccuracyInKilowattHoursSaysNothingAboutPower) {
  Measured one = power("704.7");
  one.quantity = QuantityKind::kEnergy;
  one.stated.reading_accuracy = 0.1;
  EXPECT_EQ(described(one).accuracy.source, AccuracySource::kNone);
}

TEST(RedfishMetrology, WhatReadingsShowBeatsTheStatedInterval) {
  Measured one = power();
  one.stated.sensing_interval = 1s;
  EXPECT_EQ(described(one).update_interval, Duration(1s));
  ValueWatch watch;
  for (int i = 0; i < 20; ++i)
    watch.add(MonotonicTime(1h + i * 10s), *parse_number(std::to_string(400 + 7 * (i % 3))));
  EXPECT_EQ(metrology_of(one, watch, kConditions).update_interval, Duration(10s));
}

TEST(RedfishMetrology, ApparentPowerStaysApparent) {
  Measured one = power();
  one.power_kind = PowerKind::kApparent;
  EXPECT_EQ(described(one).power_kind, PowerKind::kApparent);
}

}  // namespace
}  // namespace joulemark::redfish
