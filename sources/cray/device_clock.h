// How far the clock behind the stamps may be off the exporter's: METHOD S-4a uses a device's time
// only if that is bounded by less than 0.1 s over at least 20 polls.
#pragma once

#include <optional>
#include <span>

#include "sources/cray/pm_file.h"

namespace joulemark::cray {

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
  static constexpr int kPolls = 20;
  int polls_ = 0;
  Duration worst_{0};
};

// Looks at the file with the youngest stamp so often that each new stamp is seen as it appears.
// Takes 2 s at 10 scans a second, 5 s at most, and half a second where nothing moves.
std::optional<Duration> measure_clock(std::span<const Counter> counters, const Clock& clock);

}  // namespace joulemark::cray
