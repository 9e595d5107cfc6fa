#include "measurement/trailing_extremes.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace joulemark {
namespace {

std::int64_t second_of(UtcTime time) {
  return std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count();
}

}  // namespace

void TrailingExtremes::add(UtcTime time, Watts power) {
  if (!std::isfinite(power.value())) return;
  const std::int64_t second = second_of(time);
  Slot& slot = slots_[static_cast<std::uint64_t>(second) % slots_.size()];
  if (slot.second != second) {
    slot = {second, power, power};
    return;
  }
  slot.min = std::min(slot.min, power);
  slot.max = std::max(slot.max, power);
}

std::optional<TrailingExtremes::Range> TrailingExtremes::at(UtcTime now) const {
  const std::int64_t last = second_of(now);
  std::optional<Range> range;
  for (const Slot& slot : slots_) {
    if (!slot.second || *slot.second < last - kExtremesReach || *slot.second > last) continue;
    if (!range) range = Range{slot.min, slot.max};
    range->min = std::min(range->min, slot.min);
    range->max = std::max(range->max, slot.max);
  }
  return range;
}

}  // namespace joulemark
