#include "sources/dcgm_exporter/gpu_watch.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/time_text.h"

namespace joulemark::dcgm_exporter {
namespace {

constexpr Watts kCeiling(3000.0);  // of one GPU
// Nobody says whether the driver was reloaded meanwhile.
constexpr Duration kLongestAbsence = std::chrono::seconds(60);

}  // namespace

GpuWatch::GpuWatch(const GpuSample& gpu, const Target& target, std::uint32_t first_sensor)
    : last_(gpu),
      collect_interval_(target.collect_interval),
      interval_(target.interval),
      absence_(std::max(kLongestAbsence, 2 * target.collect_interval)),
      first_sensor_(first_sensor),
      cadence_(target.collect_interval, target.interval),
      gate_(kCeiling, target.collect_interval + kSlowestAnswer, gpu.joules_per_count) {}

bool GpuWatch::same_shape(const GpuSample& gpu) const {
  return gpu.pci == last_.pci && gpu.model == last_.model && gpu.driver == last_.driver &&
         gpu.joules_per_count == last_.joules_per_count && gpu.has_power == last_.has_power &&
         gpu.has_power_instant == last_.has_power_instant;
}

void GpuWatch::note_changes(const GpuSample& gpu, MonotonicTime now) {
  if (!began_) {
    began_ = true;
    first_seen_ = now;
  } else {
    if (now - seen_ > absence_) anew_ = true;
    if (now - seen_ > 2 * interval_) cadence_.interrupted();
    const bool energy = gpu.energy && gpu.energy != last_.energy;
    if (energy || (gpu.power && gpu.power != last_.power) ||
        (gpu.power_instant && gpu.power_instant != last_.power_instant))
      cadence_.changed(now);
    if (energy)
      guard_.changed(static_cast<double>(*gpu.energy) * gpu.joules_per_count,
                     gpu.power ? gpu.power : gpu.power_instant, now);
  }
  seen_ = now;
  last_ = gpu;
}

// Empty: it is only that no change was seen yet.
std::optional<Error> GpuWatch::age_error(MonotonicTime now) const {
  const auto slow = cadence_.too_slow();
  const Duration still = now - cadence_.last().value_or(first_seen_);
  if (!slow && still <= cadence_.patience()) return std::nullopt;
  const std::string what =
      slow ? "change every " + format_duration(*slow) : "stand still for " + format_duration(still);
  return Error{ErrorCode::kUnavailable,
               last_.uuid + ": its values " + what + ": longer than collect_interval (" +
                   format_duration(collect_interval_) +
                   "); give there what the dcgm-exporter was started with, or look why it does not "
                   "collect"};
}

Error GpuWatch::unit_error(const UnitGuard::Finding& found) const {
  const std::string what =
      fmt::format("{}: its energy climbs by {:.4g} W", last_.uuid, found.by_count.value());
  const std::string power =
      found.by_power ? fmt::format(" while its power is {:.4g} W", found.by_power->value())
                     : std::string();
  return {ErrorCode::kInvalid, what + power +
                                   ": not in the unit of its name, or not its own; it is "
                                   "not taken"};
}

std::optional<Error> GpuWatch::deliver_energy(const GpuSample& gpu, UtcTime time, MonotonicTime now,
                                              Sink& sink) {
  if (!guard_.passed()) {
    const auto finding = guard_.finding();
    return finding ? std::optional(unit_error(*finding)) : std::nullopt;
  }
  const auto passed = gate_.take(*gpu.energy, now);
  if (!passed) return std::nullopt;
  sink.deliver({.sensor = first_sensor_,
                .time = time,
                .value = EnergyCount{passed->counts},
                .began_anew = passed->began_anew || std::exchange(anew_, false)});
  return std::nullopt;
}

void GpuWatch::deliver_powers(const GpuSample& gpu, UtcTime time, Sink& sink) const {
  std::uint32_t sensor = first_sensor_ + (gpu.joules_per_count > 0.0 ? 1 : 0);
  if (gpu.power) sink.deliver({.sensor = sensor, .time = time, .value = Watts(*gpu.power)});
  if (gpu.has_power) ++sensor;
  if (gpu.power_instant)
    sink.deliver({.sensor = sensor, .time = time, .value = Watts(*gpu.power_instant)});
}

std::optional<Error> GpuWatch::take(const GpuSample& gpu, UtcTime time, MonotonicTime now,
                                    Sink& sink) {
  note_changes(gpu, now);
  if (!cadence_.fresh(now)) return age_error(now);
  deliver_powers(gpu, time, sink);
  if (!gpu.energy) return std::nullopt;
  return deliver_energy(gpu, time, now, sink);
}

}  // namespace joulemark::dcgm_exporter
