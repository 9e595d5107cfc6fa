#include "sources/hwmon/acpi_meter.h"

#include <gmock/gmock.h>

#include "tests/sources/hwmon/hwmon_tree.h"

namespace joulemark::hwmon {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

auto is_at(std::string_view scope, Component component) {
  return AllOf(Field(&Sensor::scope, scope), Field(&Sensor::component, component),
               Field(&Sensor::boundary, Boundary::kComponent), Field(&Sensor::supply, Supply::kDc));
}

Sensor meter_of(HwmonMachine& machine) { return machine.sensors().at("power_meter/power1"); }

TEST(AcpiMeter, WithoutASocketItIsTheChassis) {
  HwmonMachine machine;
  machine.add_meter(0, "ACPI000D:00", "");
  const Sensor sensor = meter_of(machine);
  EXPECT_EQ(sensor.id, "LNXSYSTM:00/ACPI000D:00/power_meter/power1");
  EXPECT_EQ(sensor.scope, "node");
  EXPECT_EQ(sensor.component, Component::kNode);
  EXPECT_EQ(sensor.boundary, Boundary::kUnknown);
  EXPECT_EQ(sensor.supply, Supply::kUnknown);
  EXPECT_EQ(sensor.driver, "power_meter");
  EXPECT_EQ(sensor.quantity, QuantityKind::kPower);
  EXPECT_EQ(sensor.source_class, "ACPI, hwmon power meter without power1_accuracy");
  EXPECT_EQ(sensor.metrology.averaging, milliseconds(50));
  EXPECT_EQ(sensor.metrology.update_interval, std::nullopt) << "nobody says it";
  EXPECT_EQ(sensor.metrology.sampling, Sampling::kStratified);
  EXPECT_EQ(sensor.metrology.resolution, 1e-3);
}

TEST(AcpiMeter, ATextThatNamesNoSocketIsTheChassisToo) {
  HwmonMachine machine;
  machine.add_meter(0, "ACPI000D:00", "Acme Corporation",
                    {{"power1_model_number", "PM-7 "}, {"power1_serial_number", "S1"}});
  const Sensor sensor = meter_of(machine);
  EXPECT_EQ(sensor.scope, "node");
  EXPECT_EQ(sensor.model, "PM-7");
  EXPECT_EQ(sensor.serial, "S1");
}

// Notes 4.25: one series per socket and rail; 4.26: the rail of the cores is not the socket.
TEST(AcpiMeter, RailsOfAGraceLieInsideEachOther) {
  HwmonMachine machine;
  machine.add_meter(1, "ACPI000D:01", "Module Power Socket 1");
  machine.add_meter(2, "ACPI000D:02", "Grace Power Socket 1 ");
  machine.add_meter(3, "ACPI000D:03", "CPU Power Socket 1");
  machine.add_meter(4, "ACPI000D:04", "SysIO Power Socket 1");
  const auto sensors = machine.all_sensors();
  EXPECT_THAT(sensors, ElementsAre(is_at("node/module:1", Component::kModule),
                                   is_at("node/module:1/grace", Component::kCpu),
                                   is_at("node/module:1/grace/cpu", Component::kCpu),
                                   is_at("node/module:1/grace/sysio", Component::kCpu)));
  for (const Sensor& sensor : sensors) {
    EXPECT_EQ(sensor.source_class, "Grace, GB200 module (hwmon average)");
    EXPECT_EQ(sensor.metrology.averaging, milliseconds(50));
    EXPECT_EQ(sensor.metrology.update_interval, milliseconds(50)) << "Tu = W in METHOD's row";
    EXPECT_EQ(sensor.metrology.sampling, Sampling::kPeriodic) << "contiguous";
    EXPECT_EQ(sensor.metrology.sampling_interval, milliseconds(50)) << "h <= W (METHOD I-1)";
    EXPECT_EQ(sensor.vendor, "NVIDIA");
  }
  EXPECT_THAT(machine.warnings, IsEmpty());
}

TEST(AcpiMeter, ASocketThatNobodyKnowsIsARailInNoTotal) {
  HwmonMachine machine;
  machine.add_meter(1, "ACPI000D:01", "DRAM Power Socket 0");
  EXPECT_EQ(meter_of(machine).component, Component::kRail);
  machine.add_meter(1, "ACPI000D:01", "Grace Power Socket 0x");
  EXPECT_EQ(meter_of(machine).component, Component::kRail);
  EXPECT_EQ(meter_of(machine).scope,
            "node/rail:acpi000d:01:power_meter:power1:grace_power_socket_0x");
}

TEST(AcpiMeter, OfSeveralWithoutASocketNoneIsTheChassis) {
  HwmonMachine machine;
  machine.add_meter(0, "ACPI000D:00", "");
  machine.add_meter(1, "ACPI000D:01", "");
  const auto sensors = machine.all_sensors();
  EXPECT_EQ(sensors.size(), 2U);
  for (const Sensor& sensor : sensors) {
    EXPECT_EQ(sensor.component, Component::kRail);
    EXPECT_EQ(sensor.source_class, "");
  }
  ASSERT_EQ(machine.warnings.size(), 2U);
  EXPECT_THAT(machine.warnings[0], HasSubstr("in no total"));
}

TEST(AcpiMeter, ThatOfABatteryIsNotTheChassis) {
  HwmonMachine machine;
  machine.add_meter(0, "ACPI000D:00", "", {{"power1_is_battery", "1"}});
  EXPECT_EQ(meter_of(machine).component, Component::kRail);
}

// METHOD A-1: the text is the share that is right, and no limit of error.
TEST(AcpiMeter, SaysItsAccuracyInPercent) {
  HwmonMachine machine;
  machine.add_meter(0, "ACPI000D:00", "", {{"power1_accuracy", "97.5%"}});
  const Sensor sensor = meter_of(machine);
  const Accuracy& accuracy = sensor.metrology.accuracy;
  EXPECT_NEAR(accuracy.relative, 0.025, 1e-12);
  EXPECT_EQ(accuracy.absolute, Watts(0.0));
  EXPECT_EQ(accuracy.source, AccuracySource::kDevice);
  EXPECT_EQ(accuracy.distribution, Distribution::kNormalK1);
  EXPECT_EQ(accuracy.dof, 12.5);
  EXPECT_EQ(sensor.source_class, "") << "the row is for meters that state none";
  EXPECT_EQ(sensor.metrology.latency_max, std::chrono::seconds(1));
}

TEST(AcpiMeter, StatesItForTheRailsOfAGraceToo) {
  HwmonMachine machine;
  machine.add_meter(0, "ACPI000D:00", "Module Power Socket 0", {{"power1_accuracy", "80.0%"}});
  const Sensor sensor = meter_of(machine);
  EXPECT_NEAR(sensor.metrology.accuracy.relative, 0.2, 1e-12);
  EXPECT_EQ(sensor.source_class, kGraceClass) << "Tu is from this row";
}

TEST(AcpiMeter, AnAccuracyOfNothingIsNotStated) {
  EXPECT_NEAR(*parse_accuracy("99%"), 0.01, 1e-12);
  for (const char* text :
       {"", "%", "0%", "0.0%", "100%", "100.0%", "101%", "-5%", "97.5", "97,5%", "nan%", "x%"})
    EXPECT_EQ(parse_accuracy(text), std::nullopt) << text;
  HwmonMachine machine;
  machine.add_meter(0, "ACPI000D:00", "", {{"power1_accuracy", "100.0%"}});
  EXPECT_EQ(meter_of(machine).metrology.accuracy.source, AccuracySource::kNone);
}

// Once per averaging interval, not faster: each read may go to a slow controller (notes 4.6).
TEST(AcpiMeter, TheChassisIsReadOncePerAveragingInterval) {
  for (const auto& [average, interval] : {std::pair("50", 100), {"500", 500}, {"30000", 1000}}) {
    HwmonMachine machine;
    machine.add_meter(0, "ACPI000D:00", "", {{"power1_average_interval", average}});
    EXPECT_EQ(meter_of(machine).metrology.sampling_interval, milliseconds(interval)) << average;
  }
  HwmonMachine unknown;
  unknown.add_meter(0, "ACPI000D:00", "", {{"power1_average_interval", ""}});
  EXPECT_EQ(meter_of(unknown).metrology.sampling_interval, milliseconds(1000));
  EXPECT_EQ(meter_of(unknown).metrology.averaging, Duration(0));
}

TEST(AcpiMeter, AnAverageThatIsReadTooSeldomIsNotContiguous) {
  HwmonMachine machine;
  machine.add_meter(0, "ACPI000D:00", "Module Power Socket 0");
  const Sensor sensor = machine.sensors("interval: 1s").at("power_meter/power1");
  EXPECT_EQ(sensor.metrology.sampling_interval, milliseconds(1000));
  EXPECT_EQ(sensor.metrology.sampling, Sampling::kStratified);
}

}  // namespace
}  // namespace joulemark::hwmon
