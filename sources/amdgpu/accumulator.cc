#include "sources/amdgpu/accumulator.h"

#include <fmt/format.h>

#include "core/time_text.h"

namespace joulemark::amdgpu {
namespace {

constexpr Watts kCeiling(3000.0);  // of one card
// A card that has power consumes: an accumulator that stands still for longer is broken.
constexpr Duration kLongestStandstill = std::chrono::seconds(10);

}  // namespace

Accumulator::Accumulator(double joules_per_count)
    : gate_(kCeiling, std::chrono::seconds(1), joules_per_count) {}

std::optional<Error> Accumulator::doubt(MonotonicTime now) const {
  if (now - changed_ > kLongestStandstill)
    return Error{ErrorCode::kUnavailable,
                 "its energy stands still for " + format_duration(now - changed_)};
  const auto finding = guard_.finding();
  if (!finding) return std::nullopt;
  const std::string power =
      finding->by_power ? fmt::format("while its power is {:.4g} W", finding->by_power->value())
                        : std::string("as no card does");
  return Error{ErrorCode::kInvalid, fmt::format("its energy climbs by {:.4g} W {}: not taken",
                                                finding->by_count.value(), power)};
}

std::optional<Error> Accumulator::take(const GpuMetrics& metrics, UtcTime time, MonotonicTime now,
                                       Sink& sink) {
  if (!metrics.energy) return std::nullopt;
  if (last_ != metrics.energy) {
    if (last_)
      guard_.changed(static_cast<double>(*metrics.energy) * metrics.joules_per_count, metrics.watts,
                     now);
    last_ = metrics.energy;
    changed_ = now;
  }
  if (!guard_.passed() || now - changed_ > kLongestStandstill) return doubt(now);
  if (const auto passed = gate_.take(*metrics.energy, now))
    sink.deliver({.sensor = 0,
                  .time = time,
                  .value = EnergyCount{passed->counts},
                  .began_anew = passed->began_anew});
  return std::nullopt;
}

}  // namespace joulemark::amdgpu
