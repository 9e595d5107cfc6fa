// The log of a reference instrument that Prometheus does not hold, as a series of power.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "core/units.h"
#include "measurement/series.h"
#include "query/crosscheck/crosscheck_record.h"

namespace joulemark {

inline constexpr std::size_t kLongestPowerLog = std::size_t{256} << 20;

struct PowerLogOptions {
  std::optional<Duration> utc_offset{};  // of the times in a PTDaemon log: local minus UTC
  std::optional<Duration> averaging{};   // of a CSV log's readings; PTDaemon averages over 1 s
  std::optional<double> uncertainty{};   // limit of error as a fraction; default: the 1 % of METHOD
};

struct PowerLog {
  ReferenceKind kind = ReferenceKind::kPowerLog;
  Series series;  // gauge
};

// "+02:00", "-0530", "Z": local time minus UTC.
Result<Duration> parse_utc_offset(std::string_view text);

// Lines of PTDaemon ("Time,MM-DD-YYYY HH:MM:SS.mmm,Watts,...": several channels or analyzers in one
// line count by their sum, which stands first), or CSV with the header timestamp_s,watts (seconds
// since 1970 or RFC 3339). A reading of -1 is none. kInvalid: a line that is neither, times that go
// back, a PTDaemon log without utc_offset; the message names the line.
Result<PowerLog> power_log_from(std::string_view text, const std::string& name,
                                const PowerLogOptions& options);

// kInvalid: the log does not hold the window with its margins; the message gives the log's span,
// and the offset from UTC with which it would.
Result<void> check_covers(const PowerLog& log, const std::string& name, const Window& window);

}  // namespace joulemark
