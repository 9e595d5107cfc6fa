#include "exporter/sensor_ledger.h"

#include <algorithm>
#include <set>

#include "measurement/live_sensor.h"

namespace joulemark {
namespace {

constexpr Duration kLeastStaleness = std::chrono::seconds(3);
constexpr Duration kAliveFor = std::chrono::seconds(60);  // METHOD S-1a
constexpr Duration kOwnerlessFor = std::chrono::seconds(60);

Duration staleness_of(const Sensor& sensor) {
  return std::max(kLeastStaleness, 3 * sensor.metrology.sampling_interval.value_or(Duration(0)));
}

bool same_count(const Sensor& a, const Sensor& b) {
  return a.quantity == b.quantity && a.joules_per_count == b.joules_per_count &&
         a.modulus_counts == b.modulus_counts && a.metrology == b.metrology;
}

}  // namespace

SensorLedger::Key SensorLedger::key_of(const Sensor& s) { return {s.node, s.source, s.id}; }

SensorLedger::Count SensorLedger::new_count(const Sensor& sensor) {
  if (sensor.quantity == QuantityKind::kEnergy) return CounterAccumulator(sensor);
  return PowerIntegrator(sensor.metrology);
}

void SensorLedger::restart(Record& record) {
  record.count = new_count(record.text->sensor);
  record.last_reading.reset();
  record.last_time.reset();
  record.last_moved.reset();
}

SensorHandle SensorLedger::take(Record& record, OwnerId owner, const SensorPtr& text,
                                MonotonicTime unbroken) {
  const bool unbroken_count =
      record.last_reading && (!record.owner || *record.last_reading >= unbroken);
  const bool keep = same_count(record.text->sensor, text->sensor) &&
                    (unbroken_count || text->sensor.quantity == QuantityKind::kPower);
  record.text = text;
  if (!keep) restart(record);
  handles_.erase(static_cast<std::uint64_t>(record.handle));
  record.owner = owner;
  record.handle = SensorHandle{next_handle_};
  handles_[next_handle_++] = &record;
  return record.handle;
}

std::vector<std::optional<SensorHandle>> SensorLedger::enrol(OwnerId owner,
                                                             std::span<const SensorPtr> sensors,
                                                             MonotonicTime unbroken_since,
                                                             MonotonicTime now) {
  ++generation_;
  drop_unowned(owner, sensors, now);
  std::vector<std::optional<SensorHandle>> handles;
  std::set<const Record*> named;
  for (const SensorPtr& text : sensors) {
    const auto [at, fresh] =
        records_.try_emplace(key_of(text->sensor), Record{.text = text,
                                                          .count = new_count(text->sensor),
                                                          .owner = {},
                                                          .last_reading = {},
                                                          .last_time = {},
                                                          .last_moved = {},
                                                          .ownerless_since = now});
    Record& record = at->second;
    const bool taken = !fresh && record.owner && *record.owner != owner;
    const bool twice = !named.insert(&record).second;
    if (taken || twice)
      handles.emplace_back();
    else
      handles.emplace_back(take(record, owner, text, unbroken_since));
  }
  return handles;
}

void SensorLedger::drop_unowned(OwnerId owner, std::span<const SensorPtr> kept, MonotonicTime now) {
  std::set<Key> names;
  for (const SensorPtr& text : kept) names.insert(key_of(text->sensor));
  std::erase_if(records_, [&](const auto& entry) {
    const Record& record = entry.second;
    const bool gone =
        !names.contains(entry.first) &&
        (record.owner == owner || (!record.owner && now - record.ownerless_since > kOwnerlessFor));
    if (gone) handles_.erase(static_cast<std::uint64_t>(record.handle));
    return gone;
  });
}

void SensorLedger::release(OwnerId owner, MonotonicTime now) {
  for (auto& [key, record] : records_) {
    if (record.owner != owner) continue;
    handles_.erase(static_cast<std::uint64_t>(record.handle));
    record.owner.reset();
    record.ownerless_since = now;
  }
}

void SensorLedger::drop_source(std::string_view source) {
  ++generation_;
  std::erase_if(records_, [&](const auto& entry) {
    if (entry.second.text->sensor.source != source) return false;
    handles_.erase(static_cast<std::uint64_t>(entry.second.handle));
    return true;
  });
}

void SensorLedger::record(SensorHandle handle, const Reading& reading, MonotonicTime now) {
  const auto at = handles_.find(static_cast<std::uint64_t>(handle));
  if (at == handles_.end()) return;
  Record& record = *at->second;
  if (!is_reading(record.text->sensor, reading) || record.last_time == reading.time) return;
  if (record.last_time && reading.time < *record.last_time) restart(record);
  if (auto* counter = std::get_if<CounterAccumulator>(&record.count)) {
    const std::uint64_t counts = std::get<EnergyCount>(reading.value).counts;
    if (record.last_time && counts != record.last_counts) record.last_moved = now;
    record.last_counts = counts;
    counter->add(reading.time, EnergyCount{counts}, reading.began_anew);
  } else {
    std::get<PowerIntegrator>(record.count).add(reading.time, std::get<Watts>(reading.value));
  }
  record.last_time = reading.time;
  record.last_reading = now;
}

SensorView SensorLedger::view_of(const Record& record, MonotonicTime now) {
  SensorView out;
  out.text = record.text;
  if (const auto* counter = std::get_if<CounterAccumulator>(&record.count)) {
    out.state = counter->state();
    out.energy = EnergyCount{counter->counts()};
    out.alive = record.last_moved && now - *record.last_moved <= kAliveFor;
  } else {
    const auto& integrator = std::get<PowerIntegrator>(record.count);
    out.state = integrator.state();
    out.energy = integrator.energy();
    out.alive = record.last_reading && now - *record.last_reading <= kAliveFor;
  }
  out.fresh = out.state && record.last_reading &&
              now - *record.last_reading <= staleness_of(record.text->sensor);
  return out;
}

std::string SensorLedger::sensor_of(OwnerId owner) const {
  for (const auto& [key, record] : records_)
    if (record.owner == owner) return record.text->sensor.id;
  return {};
}

std::vector<SensorView> SensorLedger::view(MonotonicTime now) const {
  std::vector<SensorView> out;
  out.reserve(records_.size());
  for (const auto& [key, record] : records_) out.push_back(view_of(record, now));
  return out;
}

}  // namespace joulemark
