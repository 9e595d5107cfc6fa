#include "sources/redfish/walk/sensors.h"

#include "sources/redfish/walk/iso_duration.h"
#include "sources/redfish/walk/sensor_place.h"
#include "sources/redfish/walk/unit.h"

namespace joulemark::redfish {
namespace {

std::optional<std::string> units_of(const Json& sensor) {
  const Json& units = member(sensor, "ReadingUnits");
  return units.is_string() ? std::optional(units.get<std::string>()) : std::nullopt;
}

bool is_absolute(const Json& sensor) {
  const std::string basis = text_of(sensor, "ReadingBasis");
  return (basis.empty() || basis == "Zero") && member(sensor, "Enabled") != Json(false);
}

std::optional<double> positive(const Document& document, const Json& at) {
  const auto number = document.number(at);
  return number && number->value > 0.0 ? std::optional(number->value) : std::nullopt;
}

Stated stated_by(const Document& document) {
  const Json& body = document.body;
  Stated out;
  out.reading_type = text_of(body, "ReadingType");
  out.units = text_of(body, "ReadingUnits");
  out.implementation = text_of(body, "Implementation");
  out.reading_accuracy = positive(document, member(body, "ReadingAccuracy"));
  out.accuracy_percent = positive(document, member(body, "Accuracy"));
  out.precision = positive(document, member(body, "Precision"));
  out.sensing_interval = parse_iso_duration(text_of(body, "SensingInterval"));
  out.voltage_type = text_of(body, "VoltageType");
  out.reading_time = text_of(body, "ReadingTime");
  out.lifetime_start = text_of(body, "LifetimeStartDateTime");
  out.reset_time = text_of(body, "SensorResetTime");
  out.calibration_time = text_of(body, "CalibrationTime");
  return out;
}

Measured base_of(const Resources::Found& found, const ChassisPart& part, About about) {
  Measured one;
  one.path = found.path;
  one.pointer = "/Reading";
  one.data_source = found.path;
  one.owner = part.path;
  one.name = text_of(found.body(), "Id");
  if (one.name.empty()) one.name = found.path.substr(found.path.rfind('/') + 1);
  place_sensor(found.body(), part, about, one);
  return one;
}

// LifetimeReading accumulates Reading, so that of a power sensor is an energy whose unit the schema
// does not say: Dell writes kWh (iDRAC 9 of 2025, Sensor v1_10_1).
void add_lifetime(const Resources::Found& found, Measured one, const Unit& unit, Inventory& out) {
  const Json& lifetime = member(found.body(), "LifetimeReading");
  if (lifetime.is_null()) return;
  one.pointer = "/LifetimeReading";
  one.lifetime = true;
  one.quantity = QuantityKind::kEnergy;
  one.reading = found.document->number(lifetime);
  if (unit.quantity == QuantityKind::kPower) {
    one.si_per_unit = 3.6e6;
    out.remarks.push_back({found.path, "LIFETIME_UNIT",
                           "LifetimeReading of a power sensor: taken as kWh, as Dell writes it"});
  }
  out.measured.push_back(one);
}

void add_sensor(const Resources::Found& found, const ChassisPart& part, About about,
                Inventory& out) {
  const Json& body = found.body();
  const std::string type = text_of(body, "ReadingType");
  const auto units = units_of(body);
  const auto unit = unit_of(type, units);
  const bool meant = type == "Power" || type.starts_with("Energy") || units == "Watts";
  if (!unit && meant && units != "")
    out.remarks.push_back({found.path, "UNIT_UNKNOWN",
                           "ReadingType " + type + " with ReadingUnits " + units.value_or("none")});
  if (!unit || !is_absolute(body)) return;
  Measured one = base_of(found, part, about);
  one.quantity = unit->quantity;
  one.si_per_unit = unit->si_per_unit;
  one.reading = found.document->number(member(body, "Reading"));
  out.measured.push_back(one);
  add_lifetime(found, one, *unit, out);
}

}  // namespace

void walk_sensors(Resources& resources, const Json& collection, const ChassisPart& part,
                  About about, Inventory& out) {
  for (const auto& found : resources.members(collection)) add_sensor(found, part, about, out);
}

void add_stated(Resources& resources, Inventory& out) {
  for (Measured& one : out.measured) {
    if (one.data_source.empty()) continue;
    const auto sensor = resources.at(one.data_source);
    if (!sensor) continue;
    const std::string reset = one.stated.reset_time;
    one.stated = stated_by(*sensor->document);
    if (one.stated.reset_time.empty()) one.stated.reset_time = reset;
    // Behind a power supply everything is DC.
    if (one.about == About::kChassis && one.boundary == Boundary::kUnknown &&
        one.stated.voltage_type == "AC") {
      one.boundary = Boundary::kAcInput;
      one.supply = Supply::kAc;
      one.evidence = "VoltageType AC of its Sensor";
    }
  }
}

}  // namespace joulemark::redfish
