#include "sources/cray/device_clock.h"

#include <algorithm>

namespace joulemark::cray {
namespace {

using std::chrono::milliseconds;

constexpr Duration kLimit = milliseconds(100);  // METHOD S-4a
constexpr Duration kStep = milliseconds(10);
constexpr Duration kPoll = milliseconds(10);
constexpr Duration kPatience = milliseconds(500);
constexpr Duration kLongest = std::chrono::seconds(5);

const Counter* youngest(std::span<const Counter> counters, const Clock& clock) {
  const Counter* found = nullptr;
  UtcTime stamp;
  for (const Counter& counter : counters) {
    const auto look = look_at(counter, clock);
    if (!look || !look->line.stamp || (found != nullptr && *look->line.stamp <= stamp)) continue;
    found = &counter;
    stamp = *look->line.stamp;
  }
  return found;
}

}  // namespace

void DeviceClock::add(Duration age) {
  ++polls_;
  worst_ = std::max(worst_, std::chrono::abs(age));
}

std::optional<Duration> DeviceClock::bound() const {
  if (!settled() || worst_ >= kLimit - kStep) return std::nullopt;
  return (worst_ / kStep + 1) * kStep;
}

bool ClockWatch::holds(Duration youngest) {
  least_ = std::min(least_, youngest);
  if (++polls_ < kPolls) return true;
  const bool inside = least_ <= limit_;
  polls_ = 0;
  least_ = Duration::max();
  return inside;
}

std::optional<Duration> measure_clock(std::span<const Counter> counters, const Clock& clock) {
  const Counter* counter = youngest(counters, clock);
  if (counter == nullptr) return std::nullopt;
  const MonotonicTime limit = clock.monotonic() + kLongest;
  MonotonicTime patience = clock.monotonic() + kPatience;
  DeviceClock device;
  std::optional<UtcTime> last;
  while (!device.settled() && clock.monotonic() < std::min(limit, patience)) {
    const auto look = look_at(*counter, clock);
    if (!look || !look->line.stamp) return std::nullopt;
    if (last && last != look->line.stamp) {
      device.add(look->time - *look->line.stamp);
      patience = clock.monotonic() + kPatience;
    }
    last = look->line.stamp;
    clock.wait_until(clock.monotonic() + kPoll, {});
  }
  return device.bound();
}

}  // namespace joulemark::cray
