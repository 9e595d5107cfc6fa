#include "measurement/live_sensor.h"

#include <cmath>

#include "measurement/classify.h"
#include "measurement/timing.h"

namespace joulemark {

bool is_reading(const Sensor& sensor, const Reading& reading) {
  if (const auto* power = std::get_if<Watts>(&reading.value))
    return sensor.quantity == QuantityKind::kPower && std::isfinite(power->value()) &&
           power->value() >= 0;
  return sensor.quantity == QuantityKind::kEnergy;
}

bool meets_sampling(const Sensor& sensor) {
  const Metrology& m = sensor.metrology;
  if (sensor.quantity == QuantityKind::kEnergy)
    return m.update_interval && *m.update_interval <= std::chrono::seconds(1);
  if (!m.sampling_interval) return false;
  const Timing timing = timing_of(m, seconds(*m.sampling_interval));
  return (timing.contiguous && *m.sampling_interval <= std::chrono::seconds(1)) ||
         (timing.alias_safe && *m.sampling_interval <= std::chrono::milliseconds(100));
}

Codes foreseeable_codes(const Sensor& sensor) {
  const Metrology& m = sensor.metrology;
  Codes codes = metadata_codes(m);
  if (sensor.simulated) codes.insert(Code::kSimulated);
  if (!meets_sampling(sensor)) codes.insert(Code::kSamplingTooSlow);
  if (!m.update_interval) codes.insert(Code::kUpdateUnknown);
  const Timing timing = timing_of(m, seconds(m.sampling_interval.value_or(Duration(0))));
  const bool counter = sensor.quantity == QuantityKind::kEnergy;
  const bool sees_all = counter ? m.observed_ratio >= 0.95 : timing.contiguous || timing.alias_safe;
  if (!sees_all) codes.insert(Code::kAliasRisk);
  return codes;
}

CoverCandidate candidate_of(const Sensor& s, bool alive, std::optional<Watts> power) {
  return {.source = s.source,
          .id = s.id,
          .scope = s.scope,
          .driver = s.driver,
          .component = s.component,
          .boundary = s.boundary,
          .supply = s.supply,
          .quantity = s.quantity,
          .alive = alive,
          .refused = s.metrology.power_kind != PowerKind::kReal,
          .meets_sampling = meets_sampling(s),
          .power = power};
}

}  // namespace joulemark
