// Times and durations as people write them. RFC 3339 with offset, or seconds since 1970; never a
// naive time.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "core/units.h"

namespace joulemark {

// "2026-11-30T09:14:07.312Z", "...+02:00" or epoch seconds ("1796039107.5", nanoseconds kept
// exactly). A time without offset is kInvalid and the message shows the time with one.
Result<UtcTime> parse_time(std::string_view text);

// "100ms", "1.37s", "10m", "1h30m", "2d"; units ns us ms s m h d. A bare number is kInvalid, so is
// a negative.
Result<Duration> parse_duration(std::string_view text);

// "2026-11-30T09:14:07.312Z", to the millisecond or, with digits = 9, to the nanosecond.
std::string format_time(UtcTime time, int digits = 3);

// "1h30m", "10m", "1.37s", "100ms": the shortest form that parse_duration reads back.
std::string format_duration(Duration duration);

}  // namespace joulemark
