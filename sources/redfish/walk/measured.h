// What a Redfish service measures: one entry per number that is a power or an energy, with what the
// service says about it and where it was found. Several entries may be the same quantity seen
// through several resources; node/ chooses among them.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/sensor.h"
#include "sources/redfish/service/number.h"

namespace joulemark::redfish {

// Metrology that a Sensor resource states. Empty: not stated.
struct Stated {
  std::string reading_type, units, implementation;
  std::optional<double> reading_accuracy;  // absolute, in the unit of the reading
  std::optional<double> accuracy_percent;  // of the reading; 0 is "not stated"
  std::optional<double> precision;         // significant digits
  std::optional<Duration> sensing_interval;
  std::string voltage_type;  // "AC", "DC"
  std::string reading_time, lifetime_start, reset_time, calibration_time;
};

enum class Seen {  // through which kind of resource
  kEnvironmentMetrics,
  kPowerControl,
  kPowerSupply,
  kSensor,
  kOem,
  kDistribution,  // totals of a PDU, a shelf
  kCircuit,       // mains, branches
  kOutlet,
};

enum class About {  // what the number covers
  kChassis,         // all of the chassis it was found at
  kSupplyInput,
  kSupplyOutput,
  kCpu,
  kMemory,
  kGpu,
  kModule,
  kDistribution,
  kMains,
  kBranch,
  kOutlet,
  kPart,  // something inside the chassis that no rule places
};

// What PDUs and power shelves count.
constexpr bool is_equipment(About about) {
  return about == About::kDistribution || about == About::kMains || about == About::kOutlet;
}

struct Measured {
  std::string path, pointer;  // the resource, and the JSON pointer of the number in it
  std::string data_source;    // path of the Sensor behind it; its own path if it is one
  Seen seen = Seen::kSensor;
  About about = About::kPart;
  std::string owner;  // path of the chassis, power supply, outlet ... that it belongs to
  std::string name;   // what the service calls it
  QuantityKind quantity = QuantityKind::kPower;
  PowerKind power_kind = PowerKind::kReal;
  double si_per_unit = 1.0;  // W or J per unit of the number
  bool lifetime = false;     // LifetimeReading
  bool synthesized = false;  // a sum of others
  std::optional<Number> reading;
  Boundary boundary = Boundary::kUnknown;
  Supply supply = Supply::kUnknown;
  std::string evidence;  // for boundary and supply
  Stated stated;

  // W, J; NaN without a reading.
  [[nodiscard]] double si() const {
    return reading ? reading->value * si_per_unit : std::numeric_limits<double>::quiet_NaN();
  }
};

struct PowerSupplyUnit {
  std::string path, name, chassis, serial, firmware;
  Supply supply = Supply::kUnknown;
  std::string supply_evidence;
  bool absent = false;
  std::optional<double> input_watts, output_watts, capacity_watts;
  std::optional<double> last_output_watts;  // of the old schema: one supply's, or the whole node's
  std::optional<double> efficiency;         // fraction
};

struct ChassisPart {
  std::string path, id, type;  // ChassisType: "RackMount", "Blade", "Module", "StorageEnclosure"
  std::string contained_by;    // path; empty: top
  std::string manufacturer, model, serial, power_state;
  std::string firmware;     // of the BMC that manages it
  std::size_t systems = 0;  // computers in it
  bool equipment = false;   // of a PDU or a power shelf, which PowerEquipment describes
};

// A PDU or a power shelf.
struct EquipmentUnit {
  std::string path, manufacturer, model, serial, firmware;
};

struct Remark {
  std::string path, code, text;  // IMPLAUSIBLE, UNIT_UNKNOWN, NO_READING ...
};

// A value of a metric report that shows a measured Sensor.
struct ReportedValue {
  std::string path, pointer;  // of the report, of the number in it
  std::string sensor;         // path
  double scale = 1.0;         // what turns it into the unit of the Sensor
  std::string property = {};  // its MetricProperty, as written: an index may come to mean another
};

struct Inventory {
  std::string redfish_version, vendor, product, uuid;
  bool expand = false;  // the service offers ?$expand=.($levels=1)
  std::vector<ChassisPart> chassis;
  std::vector<PowerSupplyUnit> supplies;
  std::vector<EquipmentUnit> equipment;
  std::vector<Measured> measured;
  std::vector<ReportedValue> reported;
  std::vector<Remark> remarks;
};

}  // namespace joulemark::redfish
