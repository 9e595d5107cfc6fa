// One record of MLPerf's logs: the JSON behind ":::MLLOG " (LoadGen, Training) or ":::ENDPTS ".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace joulemark::mlperf {

struct LogRecord {
  std::string key, event_type;
  std::optional<double> number;     // of the value
  std::optional<std::string> text;  // likewise
  // Training: integer milliseconds since 1970, UTC. LoadGen: since the start of the log, with a
  // fraction.
  std::optional<double> time_ms;
  std::map<std::string, std::string> metadata;  // those of its values that are texts
};

// What follows the token; text before it ("0: ", a time) is dropped. Empty: the line has no token.
std::string_view record_text(std::string_view line);

// The value of "key" without reading the rest; empty: not found. For skipping records quickly.
std::string_view key_of(std::string_view record);

// Empty: it is no JSON object with a text as "key".
std::optional<LogRecord> parse_record(std::string_view record);

// The time of a Training record as it must be: an integer between 1990 and 2200.
std::optional<std::int64_t> epoch_ms(const LogRecord& record);

}  // namespace joulemark::mlperf
