// Extremes over the last 60 s (METHOD S-4c), kept in one-second slots: never less than 60 s, at
// most 61 s. No allocation. One thread, in order of time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/units.h"

namespace joulemark {

inline constexpr std::int64_t kExtremesReach = 60;  // s, what they look back at least

class TrailingExtremes {
 public:
  void add(UtcTime time, Watts power);
  struct Range {
    Watts min, max;
  };
  [[nodiscard]] std::optional<Range> at(UtcTime now) const;

 private:
  struct Slot {
    std::optional<std::int64_t> second;
    Watts min, max;
  };
  std::array<Slot, 64> slots_{};
};

}  // namespace joulemark
