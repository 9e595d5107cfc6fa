#include "measurement/sensor_dressing.h"

#include <gmock/gmock.h>

#include "measurement/defaults.h"
#include "tests/fakes/made_sensors.h"

namespace joulemark {
namespace {

using testing::HasSubstr;

constexpr std::string_view kPackage = "RAPL package, measured (Haswell-EP and later)";

TEST(Dressed, FillsNodeRackAndDeclaredSupplyWhereTheSensorNamesNone) {
  Sensor bare = power_sensor("a");
  bare.node.clear();
  bare.supply = Supply::kUnknown;
  const auto out = dressed(bare, {"host", "r7", Supply::kDc, false});
  ASSERT_TRUE(out);
  EXPECT_EQ(out->node, "host");
  EXPECT_EQ(out->rack, "r7");
  EXPECT_EQ(out->supply, Supply::kDc);

  const auto own = dressed(power_sensor("a"), {"host", "", Supply::kDc, false});
  EXPECT_EQ(own->node, "n1");
  EXPECT_EQ(own->supply, Supply::kAc);
}

TEST(Dressed, FillsClassDefaultsAndSaysSo) {
  Sensor sensor = counter_sensor("package-0");
  sensor.source_class = kPackage;
  sensor.metrology.update_interval.reset();
  sensor.metrology.ceiling.reset();
  const DefaultLimits* row = find_default_limits(kPackage);
  ASSERT_NE(row, nullptr);
  const auto out = dressed(sensor, {});
  ASSERT_TRUE(out);
  EXPECT_EQ(out->metrology.accuracy.source, AccuracySource::kClassDefault);
  EXPECT_EQ(out->metrology.accuracy.relative, row->accuracy.relative);
  EXPECT_EQ(out->metrology.update_interval, row->update_interval);
  EXPECT_EQ(out->metrology.ceiling, row->ceiling);
  EXPECT_FALSE(out->metrology.accuracy.group.empty());
}

TEST(Dressed, CountsTheDigitsOfALimitInStepsOfTheSensor) {
  Sensor sensor = power_sensor("outlet-1");
  sensor.source_class = "PDU, IEC 62053-21 class 1, >= 5 % of rated current";
  sensor.metrology.resolution = 2.0;
  const double without = find_default_limits(sensor.source_class)->accuracy.absolute.value();
  EXPECT_EQ(dressed(sensor, {})->metrology.accuracy.absolute, Watts(without + 2.0));
}

TEST(Dressed, LeavesWhatTheDeviceStates) {
  Sensor sensor = counter_sensor("package-0");
  sensor.source_class = kPackage;
  sensor.metrology.accuracy = {.relative = 0.01,
                               .absolute = {},
                               .dof = {},
                               .group = "mine",
                               .source = AccuracySource::kDevice};
  const auto out = dressed(sensor, {});
  EXPECT_EQ(out->metrology.accuracy, sensor.metrology.accuracy);
}

TEST(Dressed, InventsNothingForAnUnknownClass) {
  const auto out = dressed(power_sensor("a"), {});
  EXPECT_EQ(out->metrology.accuracy.source, AccuracySource::kNone);
}

TEST(Dressed, DeclaresStratifiedReadingsWithAKnownSeedAsPeriodic) {
  EXPECT_EQ(dressed(power_sensor("a"), {})->metrology.sampling, Sampling::kStratified);
  EXPECT_EQ(dressed(power_sensor("a"), {"", "", Supply::kUnknown, true})->metrology.sampling,
            Sampling::kPeriodic);
}

TEST(Dressed, CleansTextsOfDevices) {
  Sensor sensor = power_sensor("a\xFF");
  sensor.model = "x\ny";
  const auto out = dressed(sensor, {});
  EXPECT_EQ(out->id, "a\xEF\xBF\xBD");
  EXPECT_EQ(out->model, "xy");
}

TEST(Dressed, RefusesWhatMustNotBeServed) {
  Sensor nameless = power_sensor("");
  Sensor astray = power_sensor("a", "Node//x");
  Sensor unitless = counter_sensor("c");
  unitless.joules_per_count = 0;
  Sensor absurd = power_sensor("b");
  absurd.metrology.resolution = std::nan("");
  EXPECT_THAT(dressed(nameless, {}).error().message, HasSubstr("no name"));
  EXPECT_THAT(dressed(astray, {}).error().message, HasSubstr("scope"));
  EXPECT_THAT(dressed(unitless, {}).error().message, HasSubstr("unit"));
  EXPECT_THAT(dressed(absurd, {}).error().message, HasSubstr("metrology"));
}

}  // namespace
}  // namespace joulemark
