// The program's own log: one line per event on stderr, as logfmt or JSON. Text that came from
// devices or servers cannot break a line. Any thread.
#pragma once

#include <optional>
#include <string_view>

namespace joulemark {

enum class LogLevel { kDebug, kInfo, kWarn, kError };
enum class LogFormat { kLogfmt, kJson };

struct LogOptions {
  LogLevel level = LogLevel::kInfo;
  LogFormat format = LogFormat::kLogfmt;
};

std::optional<LogLevel> parse_log_level(std::string_view);    // debug info warn error
std::optional<LogFormat> parse_log_format(std::string_view);  // logfmt json

// Once, before other threads start. Without it: info, logfmt.
void set_up_logging(const LogOptions& options);

void log_debug(std::string_view message);
void log_info(std::string_view message);
void log_warn(std::string_view message);
void log_error(std::string_view message);

}  // namespace joulemark
