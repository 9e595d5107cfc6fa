// spl.txt of power-dev: one line a second, the sum of all channels or analyzers first.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "core/units.h"
#include "mlperf/log/power_series.h"

namespace joulemark::mlperf {

struct SplReading {
  UtcTime time;        // as if it were UTC: the caller knows the zone
  double watts = 0.0;  // of the sum; -1: not known
};
// Of a line that begins with "Time,". Empty: another shape.
std::optional<SplReading> parse_spl_line(std::string_view line);

struct SplLog {
  std::string path;
  PowerSeries readings;                     // of the sum; UTC, as PTDaemon is started with TZ=UTC
  std::size_t unknown = 0;                  // lines whose power is negative: -1 is "not known"
  std::size_t channels = 0, analyzers = 0;  // the most of a line
  std::string mark;                         // of the first line
  bool in_order = true;
};

// Lines that do not begin with "Time" are skipped, as the checkers do (a blank line ends real
// files). kInvalid: a Time line whose time or power cannot be read, no such line, too many.
Result<SplLog> read_spl_log(const std::string& path);

}  // namespace joulemark::mlperf
