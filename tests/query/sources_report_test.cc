#include "query/sources_report.h"

#include <gmock/gmock.h>

#include <sstream>

#include "measurement/sensor_dressing.h"
#include "query/figures.h"
#include "query/report_text.h"
#include "tests/fakes/made_sensors.h"
#include "tests/query/golden.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

SensorLook look_of(Sensor sensor, std::optional<double> watts, std::size_t readings = 21) {
  SensorDressing dressing;
  dressing.node = "n1";
  SensorLook out{.sensor = *dressed(std::move(sensor), dressing), .readings = readings};
  out.alive = watts.has_value();
  if (watts) out.power = Watts(*watts);
  return out;
}

Sensor rapl(const std::string& id, const std::string& scope, std::string_view row) {
  Sensor sensor = counter_sensor(id, scope);
  sensor.source = "rapl";
  sensor.driver = "intel-rapl";
  sensor.source_class = row;
  sensor.metrology.resolution = 61e-6;
  if (row == "RAPL DRAM") sensor.component = Component::kMemory;
  return sensor;
}

Sensor meter() {
  Sensor sensor = power_sensor("power_meter-acpi000d-00-power1", "node");
  sensor.source = "hwmon";
  sensor.driver = "power_meter";
  sensor.component = Component::kNode;
  sensor.boundary = Boundary::kUnknown;
  sensor.supply = Supply::kUnknown;
  sensor.source_class = "ACPI, hwmon power meter without power1_accuracy";
  sensor.metrology.averaging = sensor.metrology.sampling_interval.emplace(1s);
  sensor.metrology.update_interval.reset();
  sensor.metrology.sampling = Sampling::kPeriodic;
  sensor.metrology.resolution = 1e-6;
  return sensor;
}

Sensor rail() {
  Sensor sensor = power_sensor("lm25066-i2c-3-40-power1", "node/rail:bus_3_slot_hot_swap_left");
  sensor.source = "hwmon";
  sensor.component = Component::kRail;
  sensor.boundary = Boundary::kUnknown;
  sensor.supply = Supply::kDc;
  sensor.metrology.resolution = 0.5;
  return sensor;
}

// A server with a chassis meter, two packages, a phantom, a rail, and trouble of every kind.
SourcesReport server() {
  SourcesReport out{.node = "n1",
                    .time = UtcTime(std::chrono::seconds(1'796'000'000)),
                    .looked = 2s,
                    .sources = {}};
  out.sources.push_back(
      {.name = "cray", .summary = "pm_counters", .state = SourceState::kNothingHere});
  SourceLook hwmon{.name = "hwmon", .summary = "meters", .state = SourceState::kFound};
  hwmon.problems = {"a device did not say within 5s what it has: the driver or the device hangs"};
  hwmon.sensors = {look_of(meter(), 262.0), look_of(rail(), 12.06)};
  out.sources.push_back(std::move(hwmon));
  SourceLook rapl_look{.name = "rapl", .summary = "counters", .state = SourceState::kFound};
  rapl_look.warnings = {
      "rapl: package-1-dram: this kernel's DRAM energy unit does not fit the processor; its energy "
      "is wrong by a factor of about 4 until the kernel is updated"};
  const std::string row = "RAPL package, measured (Haswell-EP and later)";
  rapl_look.sensors = {look_of(rapl("package-0", "node/cpu:0", row), 90.0),
                       look_of(rapl("package-1", "node/cpu:1", row), std::nullopt),
                       look_of(rapl("package-0-dram", "node/dram:0", "RAPL DRAM"), 8.204)};
  out.sources.push_back(std::move(rapl_look));
  out.sources.push_back({.name = "battery",
                         .summary = "laptop batteries",
                         .on_by_default = false,
                         .state = SourceState::kOff});
  out.sources.push_back({.name = "replay",
                         .summary = "plays a scenario (simulated)",
                         .on_by_default = false,
                         .state = SourceState::kNeedsConfiguration,
                         .problems = {"scenario: is missing"}});
  return out;
}

SourcesReport with(std::vector<SensorLook> sensors) {
  SourcesReport out = server();
  out.sources = {{.name = "test", .summary = "", .state = SourceState::kFound}};
  out.sources.front().sensors = std::move(sensors);
  return out;
}

TEST(SourcesText, ShowsSourcesSensorsMetrologyAndTheFigureOfTheNode) {
  golden::expect_text("sources.txt", sources_to_text(server()));
}

TEST(SourcesJson, HoldsEverythingOfTheTable) {
  golden::expect_json("sources.json", sources_to_json(server()));
}

TEST(SourcesText, FitsTheScreen) {
  std::istringstream text(sources_to_text(server()));
  for (std::string line; std::getline(text, line);)
    EXPECT_LE(columns_of(line), kScreenColumns) << line;
}

TEST(SourcesText, WithoutSensorsNamesTheUsualReasons) {
  SourcesReport report = server();
  for (SourceLook& source : report.sources) source = {.name = source.name, .summary = ""};
  const std::string text = sources_to_text(report);
  EXPECT_THAT(text, AllOf(HasSubstr("no sensor found on this host"), HasSubstr("/host/sys"),
                          Not(HasSubstr("NODE"))));
}

TEST(SourcesText, WithoutSensorsThatMayBeReadDoesNotGuessReasons) {
  SourcesReport report = server();
  for (SourceLook& source : report.sources) source.sensors.clear();
  EXPECT_THAT(sources_to_text(report),
              AllOf(HasSubstr("see the remarks above"), Not(HasSubstr("virtual machine"))));
}

TEST(SourcesText, SensorsThatAreAllDeadAreNoFigure) {
  const std::string text =
      sources_to_text(with({look_of(counter_sensor("package-0"), std::nullopt)}));
  EXPECT_THAT(text, AllOf(HasSubstr("no figure: no sensor that is alive"), HasSubstr("dead"),
                          HasSubstr("longer --for")));
}

TEST(SourcesText, ASensorOfAnotherNodeIsShownAndNeverPartOfTheFigure) {
  Sensor other = power_sensor("psu");
  other.node = "n2";
  const SourcesReport report =
      with({look_of(counter_sensor("package-0"), 100.0), look_of(other, 700.0)});
  const HostFigure figure = figure_of(report.sources, report.node);
  ASSERT_TRUE(figure.counted);
  EXPECT_EQ(figure.counted->power, Watts(100));
  EXPECT_THAT(sources_to_text(report), HasSubstr("of node n2"));
}

TEST(SourcesText, SaysWhatIsSimulated) {
  Sensor sensor = power_sensor("psu");
  sensor.simulated = true;
  const std::string text = sources_to_text(with({look_of(sensor, 100.0)}));
  EXPECT_THAT(text, AllOf(HasSubstr("counted, simulated"), HasSubstr("SIMULATED")));
}

TEST(HostFigure, AMeterAtTheInputWithACertificateIsHeldDownByNothing) {
  Sensor sensor = power_sensor("psu");
  sensor.metrology.accuracy.source = AccuracySource::kCertificate;
  const SourcesReport report = with({look_of(sensor, 100.0)});
  const HostFigure figure = figure_of(report.sources, report.node);
  EXPECT_EQ(figure.best, Class::kCalibrated);
  EXPECT_TRUE(figure.codes.empty());
}

TEST(HostFigure, ADataSheetAllowsVendorStatedAtBest) {
  Sensor sensor = power_sensor("psu");
  sensor.metrology.accuracy.source = AccuracySource::kDevice;
  const SourcesReport report = with({look_of(sensor, 100.0)});
  EXPECT_EQ(figure_of(report.sources, report.node).best, Class::kVendorStated);
}

TEST(HostFigure, ComponentsAreALowerLimitAndReferenceOnly) {
  const SourcesReport report = with({look_of(counter_sensor("package-0"), 100.0)});
  const HostFigure figure = figure_of(report.sources, report.node);
  EXPECT_TRUE(figure.codes.contains(Code::kPartialScope));
  EXPECT_TRUE(figure.codes.contains(Code::kClassDefaultAccuracy));
  EXPECT_EQ(figure.best, Class::kReferenceOnly);
}

TEST(HostFigure, ASecondMeterOfTheNodeIsAnotherCoverAndNotAdded) {
  Sensor second = power_sensor("psu-2");
  second.source = "other";
  const SourcesReport report = with({look_of(power_sensor("psu"), 100.0), look_of(second, 103.0)});
  const HostFigure figure = figure_of(report.sources, report.node);
  EXPECT_EQ(figure.counted->power, Watts(100));
  ASSERT_EQ(figure.others.size(), 1U);
  EXPECT_EQ(figure.others[0].power, Watts(103));
  EXPECT_EQ(figure.roles, (std::vector{MemberRole::kCounted, MemberRole::kDual}));
}

}  // namespace
}  // namespace joulemark
