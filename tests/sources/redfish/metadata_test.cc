// Durations and units as services write them.
#include "sources/redfish/walk/iso_duration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include "sources/redfish/walk/metric_report.h"
#include "sources/redfish/walk/unit.h"

namespace joulemark::redfish {
namespace {

using namespace std::chrono_literals;

TEST(RedfishIsoDuration, OfSecondsMinutesHoursAndDays) {
  EXPECT_EQ(parse_iso_duration("PT0.25S"), 250ms);
  EXPECT_EQ(parse_iso_duration("PT5S"), 5s);
  EXPECT_EQ(parse_iso_duration("PT60S"), 60s);
  EXPECT_EQ(parse_iso_duration("PT0H0M5S"), 5s);
  EXPECT_EQ(parse_iso_duration("P1DT1M"), 24h + 1min);
}

TEST(RedfishIsoDuration, ThatIsNoneIsNone) {
  for (const char* text : {"", "P", "PT", "5S", "PT5", "P1Y", "P2M", "PT-5S", "PTS", "PT1H5",
                           "P1000D", "PT1e9S", "PT5S ", "pt5s"})
    EXPECT_FALSE(parse_iso_duration(text)) << text;
}

TEST(RedfishUnit, NeedsTypeAndUnitToAgree) {
  EXPECT_EQ(unit_of("Power", "W")->si_per_unit, 1.0);
  EXPECT_EQ(unit_of("Power", "Watts")->si_per_unit, 1.0);
  EXPECT_EQ(unit_of("Power", std::nullopt)->quantity, QuantityKind::kPower);
  EXPECT_EQ(unit_of("EnergykWh", "kW.h")->si_per_unit, 3.6e6);
  EXPECT_EQ(unit_of("EnergyWh", std::nullopt)->si_per_unit, 3600.0);
  EXPECT_EQ(unit_of("EnergyJoules", "J")->quantity, QuantityKind::kEnergy);
  EXPECT_FALSE(unit_of("Power", ""));         // discrete sensors (Lenovo)
  EXPECT_FALSE(unit_of("Current", "Watts"));  // Lenovo
  EXPECT_FALSE(unit_of("EnergykWh", "kW"));   // DMTF's mockup
  EXPECT_FALSE(unit_of("EnergyJoules", "W"));
  EXPECT_FALSE(unit_of("Heat", "kW"));
  EXPECT_FALSE(unit_of("Temperature", "Cel"));
}

TEST(RedfishReportScale, IsOneOrAThousandthOrNothing) {
  EXPECT_EQ(report_scale(164.961, 165.2), 1.0);
  EXPECT_EQ(report_scale(165674.0, 165.805), 0.001);
  EXPECT_FALSE(report_scale(165674.0, 1.0));
  EXPECT_FALSE(report_scale(200.0, 165.0));  // a fifth off: something else
  EXPECT_FALSE(report_scale(0.0, 165.0));
  EXPECT_FALSE(report_scale(165.0, 0.0));
  EXPECT_FALSE(report_scale(-165.0, 165.0));
}

}  // namespace
}  // namespace joulemark::redfish
