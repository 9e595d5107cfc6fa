#include "sources/redfish/poll/metrology.h"

#include <algorithm>
#include <cmath>

namespace joulemark::redfish {
namespace {

using std::chrono::seconds;

// METHOD S-4: what the device states beats class defaults; 0 is not stated. ReadingAccuracy is in
// the unit of the reading, and of a count of energy says nothing about power.
Accuracy stated_accuracy(const Measured& one) {
  Accuracy out;
  const bool power = one.quantity == QuantityKind::kPower;
  const double absolute = one.stated.reading_accuracy.value_or(0.0) * one.si_per_unit;
  const double percent = one.stated.accuracy_percent.value_or(0.0);
  if (power && std::isfinite(absolute) && absolute > 0.0) {
    out.absolute = Watts(absolute);
    out.source = AccuracySource::kDevice;
  } else if (std::isfinite(percent) && percent > 0.0) {
    out.relative = percent / 100.0;
    out.source = AccuracySource::kDevice;
  }
  return out;
}

// Precision counts significant digits of the reading.
double resolution_by_precision(const Measured& one) {
  const double digits = one.stated.precision.value_or(0.0);
  const double value = one.reading ? std::abs(one.reading->value) : 0.0;
  if (digits < 1.0 || digits > 15.0 || value <= 0.0) return 0.0;
  return std::pow(10.0, std::floor(std::log10(value)) - std::floor(digits) + 1.0);
}

// What readings show wins over what is stated: services state 1 s and change every 10 s.
std::optional<Duration> update_interval_of(const Measured& one, const ValueWatch& watch) {
  if (const auto measured = watch.update_interval())
    return std::chrono::ceil<std::chrono::milliseconds>(*measured / 100) * 100;
  return one.stated.sensing_interval;
}

}  // namespace

Metrology metrology_of(const Measured& one, const ValueWatch& watch, const Conditions& conditions) {
  Metrology out;
  out.sampling = Sampling::kPeriodic;
  out.sampling_interval = conditions.interval;
  out.update_interval = update_interval_of(one, watch);
  out.latency_max = seconds(is_equipment(one.about) ? 5 : 1) + conditions.round_trip;
  out.power_kind = one.power_kind;
  out.accuracy = stated_accuracy(one);
  const double precision = resolution_by_precision(one) * one.si_per_unit;
  out.resolution = std::max(watch.step() * conditions.unit, precision);
  return out;
}

}  // namespace joulemark::redfish
