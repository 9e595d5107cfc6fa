// Single values that cannot be are left out; what stays is taken for a new count.
#pragma once

#include <cstdint>
#include <optional>

#include "core/units.h"

namespace joulemark {

// One energy counter. Rarely NVML returns a number that is none (DCGM#199: about one in a million).
// A value that falls, or climbs faster than `ceiling` allows, is held back until the next one: that
// either goes on from the last good value, or from the strange one, which then began anew.
class EnergyGate {
 public:
  // update: an update of the counter brings what so long a time gathered.
  explicit EnergyGate(Watts ceiling, Duration update = std::chrono::seconds(1),
                      double joules_per_count = 1e-3)
      : ceiling_(ceiling), update_(update), joules_per_count_(joules_per_count) {}

  struct Passed {
    std::uint64_t counts = 0;
    bool began_anew = false;
  };
  std::optional<Passed> take(std::uint64_t counts, MonotonicTime now);

 private:
  struct Seen {
    std::uint64_t counts = 0;
    MonotonicTime time{};
  };
  [[nodiscard]] bool follows(const Seen& earlier, const Seen& now) const;

  Watts ceiling_;
  Duration update_;
  double joules_per_count_;
  std::optional<Seen> good_, strange_;
};

}  // namespace joulemark
