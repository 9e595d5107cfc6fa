#include "sources/replay/sensor_model.h"

#include <algorithm>
#include <cmath>

#include "sources/replay/hash.h"

namespace joulemark::replay {
namespace {

// When the value was made that the device shows at t.
Duration made_at(const SensorSpec& spec, Duration t) {
  const Duration seen = t - spec.latency;
  if (spec.update_interval.count() == 0) return seen;
  return seen - floor_mod(seen - spec.update_phase, spec.update_interval);
}

// Mean over the observed part, at the end, of the averaging window; else the power at that instant.
double true_nanowatts(const SensorSpec& spec, Duration t) {
  const Metrology& metrology = spec.sensor.metrology;
  const Duration span = from_seconds(seconds(metrology.averaging) * metrology.observed_ratio);
  if (span.count() <= 0) return static_cast<double>(spec.load->power(t));
  return static_cast<double>(spec.load->energy(t) - spec.load->energy(t - span)) /
         static_cast<double>(span.count());
}

double quantised(double value, double step, Rounding rounding) {
  if (step <= 0.0) return value;
  const double steps = value / step;
  return (rounding == Rounding::kFloor ? std::floor(steps) : std::round(steps)) * step;
}

Watts power_at(const SensorSpec& spec, Duration t) {
  const double gain = 1.0 + static_cast<double>(spec.gain_billionths) / 1e9;
  double watts = (true_nanowatts(spec, t) * gain + static_cast<double>(spec.offset)) / 1e9;
  if (spec.noise > Watts(0))
    watts += spec.noise.value() * normal(spec.seed, static_cast<std::uint64_t>(t.count()));
  const Metrology& metrology = spec.sensor.metrology;
  return Watts(std::max(0.0, quantised(watts, metrology.resolution, metrology.rounding)));
}

// The count begins at the epoch, at the end of the last reset, or so that it passes its modulus at
// the wrap. Empty while a reset holds it at zero.
std::optional<Duration> count_begin(const SensorSpec& spec, Duration t) {
  std::optional<Duration> reset;
  Duration begin{0};
  for (const Fault& fault : spec.faults) {
    if (fault.kind == FaultKind::kWrap) begin = fault.at;
    if (fault.kind != FaultKind::kReset) continue;
    if (fault.active_since(t)) return std::nullopt;
    if (const auto last = fault.last_begin(t))
      reset = std::max(reset.value_or(*last + fault.length), *last + fault.length);
  }
  return reset ? reset : begin;
}

Attojoules measured(const SensorSpec& spec, Duration t) {
  return scale_by_billionths(spec.load->energy(t), kBillion + spec.gain_billionths) +
         energy_of(spec.offset, t);
}

EnergyCount wrapped(const SensorSpec& spec, Int128 counts) {
  const std::uint64_t modulus = spec.sensor.modulus_counts;
  if (modulus == 0) return {static_cast<std::uint64_t>(counts)};  // the 64 bits of the device
  return {static_cast<std::uint64_t>(floor_mod(counts, static_cast<Int128>(modulus)))};
}

Int128 counts_at(const SensorSpec& spec, Duration t) {
  const auto begin = count_begin(spec, t);
  if (!begin) return 0;
  return floor_div(measured(spec, t) - measured(spec, *begin), spec.resolution);
}

std::variant<Watts, EnergyCount> value_at(const SensorSpec& spec, Duration t, Duration made) {
  const bool zero = find_active(spec.faults, FaultKind::kZero, t) != nullptr;
  const Fault* spike = find_active(spec.faults, FaultKind::kSpike, t);
  const double extra = spike == nullptr ? 0.0 : spike->amount;
  if (spec.sensor.quantity == QuantityKind::kPower)
    return zero ? Watts(0) : power_at(spec, made) + Watts(extra);
  if (zero) return EnergyCount{0};
  return wrapped(spec,
                 counts_at(spec, made) + static_cast<Int128>(extra / spec.sensor.joules_per_count));
}

}  // namespace

std::optional<Statement> statement(const SensorSpec& sensor, Duration t) {
  if (t.count() < 0 || find_active(sensor.faults, FaultKind::kGap, t) != nullptr)
    return std::nullopt;
  Duration taken = t;
  if (const Fault* late = find_active(sensor.faults, FaultKind::kLate, t)) {
    taken = t - late->delay;
    if (taken < *late->active_since(t)) return std::nullopt;
  }
  Duration shown = taken;
  if (const Fault* freeze = find_active(sensor.faults, FaultKind::kFreeze, taken))
    shown = *freeze->active_since(taken);
  const Duration made = made_at(sensor, shown);
  if (made.count() < 0) return std::nullopt;
  return Statement{taken, value_at(sensor, taken, made)};
}

}  // namespace joulemark::replay
