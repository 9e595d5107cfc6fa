// The text of one file of pm_counters: "495 W 1784929200356706 us", a value with its unit and, from
// version 3 on, the moment at which the node controller took it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/units.h"

namespace joulemark::cray {

struct CounterLine {
  std::uint64_t value = 0;
  char unit = 'W';               // W or J
  std::optional<UtcTime> stamp;  // empty: this version has none
  friend bool operator==(const CounterLine&, const CounterLine&) = default;
};

// Empty for anything else: a sign, another unit, trailing bytes, no newline (a number cut short
// looks like a smaller number), a stamp that no clock can show.
std::optional<CounterLine> parse_counter_line(std::string_view text);

}  // namespace joulemark::cray
