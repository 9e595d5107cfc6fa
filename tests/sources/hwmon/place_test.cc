#include "sources/hwmon/place.h"

#include <gmock/gmock.h>

#include "tests/sources/hwmon/hwmon_tree.h"

namespace joulemark::hwmon {
namespace {

// The issue: exported as a rail, never summed.
TEST(HwmonPlace, OfAChipThatNobodyKnowsIsARail) {
  HwmonMachine machine;
  machine.add(0, "pci0000:00/0000:00:1f.4/i2c-0/0-0058", "lm25066",
              {{"power1_input", "120000000"},
               {"power1_label", "P12V \xC0\xC0 rail  "},
               {"energy1_input", "1"}});
  const auto sensors = machine.sensors();
  const Sensor& sensor = sensors.at("lm25066/power1");
  EXPECT_EQ(sensor.id, "pci0000:00/0000:00:1f.4/i2c-0/0-0058/lm25066/power1");
  EXPECT_EQ(sensor.scope, "node/rail:0-0058:lm25066:power1:p12v____rail");
  EXPECT_EQ(sensor.component, Component::kRail);
  EXPECT_EQ(sensor.boundary, Boundary::kUnknown);
  EXPECT_EQ(sensor.supply, Supply::kUnknown);
  EXPECT_EQ(sensor.source_class, "");
  EXPECT_EQ(sensor.metrology.accuracy.source, AccuracySource::kNone);
  EXPECT_EQ(sensor.metrology.sampling_interval, std::chrono::seconds(1))
      << "what a read costs is not known";
  EXPECT_NE(sensors.at("lm25066/energy1").scope, sensor.scope);
}

TEST(HwmonPlace, ScopesOfRailsFitWhateverTheTexts) {
  HwmonMachine machine;
  machine.add(0, "platform/" + std::string(300, 'd'), std::string(300, 'n'),
              {{"power1_input", "1"}, {"power1_label", std::string(300, 'l')}});
  const auto sensors = machine.sensors();
  ASSERT_EQ(sensors.size(), 1U);
  EXPECT_LE(sensors.begin()->second.scope.size(), 256U);
}

TEST(HwmonPlace, TheLastSegmentOfADevice) {
  EXPECT_EQ(last_segment("a/b/c"), "c");
  EXPECT_EQ(last_segment("c"), "c");
  EXPECT_EQ(last_segment(""), "");
}

}  // namespace
}  // namespace joulemark::hwmon
