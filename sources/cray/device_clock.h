// How far the clock behind the stamps may be off the exporter's: METHOD S-4a uses a device's time
// only if that is bounded by less than 0.1 s over at least 20 polls.
#pragma once

#include <optional>
#include <span>

#include "sources/cray/pm_file.h"

namespace joulemark::cray {

inline constexpr int kPolls = 20;

class DeviceClock {
 public:
  // age: the exporter's time minus the stamp, at the poll that first saw this stamp. It holds the
  // delay of publication as well, so that the bound is never too small by calling it an offset.
  void add(Duration age);
  [[nodiscard]] bool settled() const { return polls_ >= kPolls; }
  // b, in steps of 10 ms so that it does not differ from one discovery to the next; empty: not
  // bounded, the stamps tell new from old but not the time.
  [[nodiscard]] std::optional<Duration> bound() const;

 private:
  int polls_ = 0;
  Duration worst_{0};
};

// Goes on after discovery: clocks that drift apart leave the bound without a jump.
class ClockWatch {
 public:
  ClockWatch() = default;
  // A node publishes every `scan`, so that the youngest stamp of a poll is at most that much older
  // than at its first sight.
  ClockWatch(Duration bound, Duration scan) : limit_(bound + scan) {}
  // youngest: the age of the youngest new stamp of a poll. False if for 20 polls none was within
  // the bound.
  [[nodiscard]] bool holds(Duration youngest);

 private:
  Duration limit_{0}, least_ = Duration::max();
  int polls_ = 0;
};

// Looks at the file with the youngest stamp so often that each new stamp is seen as it appears.
// Takes 2 s at 10 scans a second, 5 s at most, and half a second where nothing moves.
std::optional<Duration> measure_clock(std::span<const Counter> counters, const Clock& clock);

}  // namespace joulemark::cray
