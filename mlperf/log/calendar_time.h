// The calendar time of LoadGen's power_begin and of PTDaemon's samples. It names no zone.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/units.h"

namespace joulemark::mlperf {

// "07-17-2024 20:49:56.945", month first (power-dev's README shows the day first; its code, its
// parsers and all published logs have the month first). The time as if it were UTC: the caller
// knows the zone and subtracts its offset. Empty: any other shape, or no day of the calendar.
std::optional<UtcTime> calendar_time(std::string_view text);

// The same shape, in UTC, cut to the millisecond.
std::string calendar_text(UtcTime time);

}  // namespace joulemark::mlperf
