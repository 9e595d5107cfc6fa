#include "measurement/sensor_dressing.h"

#include <cmath>
#include <initializer_list>

#include "core/clean_text.h"
#include "measurement/defaults.h"
#include "measurement/scope.h"

namespace joulemark {
namespace {

void clean(Sensor& s) {
  for (std::string* text :
       {&s.node, &s.source, &s.id, &s.vendor, &s.model, &s.serial, &s.firmware, &s.driver, &s.rack,
        &s.chassis, &s.source_class, &s.metrology.accuracy.group})
    *text = clean_text(*text);
}

bool sane(double value) { return std::isfinite(value) && value >= 0; }

bool sane(const Metrology& m) {
  return sane(m.resolution) && sane(m.accuracy.relative) && sane(m.accuracy.absolute.value()) &&
         sane(m.accuracy.common) && sane(m.observed_ratio) && m.averaging >= Duration(0) &&
         m.sampling_interval > Duration(0) && m.latency_min <= m.latency_max;
}

Result<void> check(const Sensor& s) {
  const auto refuse = [&](std::string_view what) {
    return fail(ErrorCode::kInvalid, s.source + ": sensor '" + s.id + "' " + std::string(what));
  };
  if (s.id.empty() || s.node.empty()) return refuse("has no name or no node");
  if (!valid_scope(s.scope)) return refuse("has no valid scope");
  if (s.quantity == QuantityKind::kEnergy &&
      !(std::isfinite(s.joules_per_count) && s.joules_per_count > 0))
    return refuse("counts energy in no known unit");
  if (!sane(s.metrology)) return refuse("states metrology that cannot be");
  return {};
}

void fill_group(Sensor& sensor) {
  Accuracy& accuracy = sensor.metrology.accuracy;
  if (accuracy.group.empty() && accuracy.source != AccuracySource::kCertificate)
    accuracy.group = default_accuracy_group(sensor);
}

}  // namespace

void fill_class_defaults(Sensor& sensor) {
  const DefaultLimits* row = find_default_limits(sensor.source_class);
  if (row == nullptr) return;
  Metrology& m = sensor.metrology;
  if (m.accuracy.source == AccuracySource::kNone) {
    const std::string group = m.accuracy.group;
    m.accuracy = limits_for(
        *row, {.resolution = m.resolution, .psus = static_cast<int>(sensor.power_supplies)});
    m.accuracy.source = AccuracySource::kClassDefault;
    if (!group.empty()) m.accuracy.group = group;
  }
  if (m.averaging == Duration(0) && row->averaging) m.averaging = *row->averaging;
  if (m.observed_ratio == 1.0) m.observed_ratio = row->observed_ratio;
  if (!m.update_interval) m.update_interval = row->update_interval;
  if (m.latency_min == Duration(0) && m.latency_max == Duration(0)) {
    m.latency_min = row->latency_min;
    m.latency_max = row->latency_max;
  }
  if (!m.ceiling) m.ceiling = row->ceiling;
}

Result<Sensor> dressed(Sensor sensor, const SensorDressing& dressing) {
  if (sensor.node.empty()) sensor.node = dressing.node;
  if (sensor.rack.empty()) sensor.rack = dressing.rack;
  if (sensor.supply == Supply::kUnknown) sensor.supply = dressing.supply;
  Metrology& m = sensor.metrology;
  if (!m.sampling_interval) m.sampling_interval = kDefaultInterval;
  if (dressing.fixed_seed && m.sampling == Sampling::kStratified) m.sampling = Sampling::kPeriodic;
  fill_class_defaults(sensor);
  clean(sensor);
  fill_group(sensor);
  if (const auto checked = check(sensor); !checked) return tl::unexpected<Error>(checked.error());
  return sensor;
}

}  // namespace joulemark
