// What a plan adds to the metadata of a series (METHOD S-4, A, L).
#include <algorithm>

#include "query/plan/arrangement.h"

namespace joulemark {
namespace {

constexpr double kDofOfCertificates = 50.0;  // METHOD A-2

bool lists(const NodeNames& nodes, const std::string& node) {
  return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

const PlanMembers* group_of(const Plan& plan, const std::string& node) {
  for (const PlanMembers& group : plan.members)
    if (lists(group.nodes, node)) return &group;
  return nullptr;
}

// Bounds are of the whole node: only a series of the whole node has them.
const PlanBounds* bounds_of(const Plan& plan, const Sensor& sensor) {
  if (sensor.scope != "node") return nullptr;
  for (const PlanBounds& bounds : plan.bounds)
    if (lists(bounds.nodes, sensor.node)) return &bounds;
  return nullptr;
}

const PlanCertificate* certificate_of(const Plan& plan, const Sensor& sensor) {
  if (sensor.serial.empty()) return nullptr;
  for (const PlanCertificate& one : plan.calibration)
    if (one.serial == sensor.serial) return &one;
  return nullptr;
}

// A data sheet of that very model is better than the class default, not than the device's own word.
const PlanAccuracy* datasheet_of(const Plan& plan, const Sensor& sensor) {
  const AccuracySource source = sensor.metrology.accuracy.source;
  if (source != AccuracySource::kNone && source != AccuracySource::kClassDefault) return nullptr;
  for (const PlanAccuracy& one : plan.accuracy)
    if (one.vendor == sensor.vendor && one.model == sensor.model) return &one;
  return nullptr;
}

Accuracy accuracy_from(const PlanAccuracy& sheet, const Sensor& sensor) {
  Accuracy out;
  out.relative = sheet.ratio;
  out.absolute = Watts(sheet.watts);
  out.distribution = sheet.distribution;
  out.dof = sheet.dof;
  out.source = AccuracySource::kDatasheet;
  out.group = default_accuracy_group(sensor);
  return out;
}

// The laboratory's reference is common to all that it calibrated (METHOD A-3): how much of U it is
// the certificate does not say, so all of it is.
Accuracy accuracy_from(const PlanCertificate& certificate) {
  Accuracy out;
  out.relative = certificate.expanded_uncertainty;
  out.distribution = Distribution::kNormalK2;
  out.dof = kDofOfCertificates;
  out.source = AccuracySource::kCertificate;
  out.group = "certificate/" + certificate.laboratory;
  return out;
}

bool lacks_supply(const Plan& plan, const Sensor& sensor) {
  const PlanMembers* group = group_of(plan, sensor.node);
  return sensor.supply == Supply::kUnknown && group != nullptr &&
         group->supply != Supply::kUnknown && sensor.boundary == Boundary::kUnknown;
}

// Of two bounds with evidence the wider holds, as among those of the exporter.
void widen(std::optional<Bound>& into, const std::optional<Bound>& stated, bool is_minimum) {
  if (!stated) return;
  const bool declared = stated->source == BoundsSource::kDeclared;
  const bool had_evidence = into && into->source != BoundsSource::kDeclared;
  if (had_evidence && declared) return;
  const bool wider =
      !into || (is_minimum ? stated->watts < into->watts : stated->watts > into->watts);
  if (wider || (into && !had_evidence && !declared)) into = stated;
}

}  // namespace

bool adds_metadata(const Plan& plan, const Sensor& sensor) {
  return lacks_supply(plan, sensor) || bounds_of(plan, sensor) != nullptr ||
         certificate_of(plan, sensor) != nullptr || datasheet_of(plan, sensor) != nullptr;
}

void add_metadata(const Plan& plan, SensorTelemetry& telemetry) {
  Sensor& sensor = telemetry.sensor;
  if (lacks_supply(plan, sensor)) sensor.supply = group_of(plan, sensor.node)->supply;
  if (const PlanAccuracy* sheet = datasheet_of(plan, sensor))
    sensor.metrology.accuracy = accuracy_from(*sheet, sensor);
  if (const PlanCertificate* certificate = certificate_of(plan, sensor))
    sensor.metrology.accuracy = accuracy_from(*certificate);
  if (const PlanBounds* bounds = bounds_of(plan, sensor)) {
    widen(sensor.metrology.power_min, bounds->minimum, true);
    widen(sensor.metrology.power_max, bounds->maximum, false);
  }
  telemetry.series.metrology = sensor.metrology;
}

}  // namespace joulemark
