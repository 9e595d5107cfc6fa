#include "platform/logging.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <string>

#include "core/names.h"

namespace joulemark {
namespace {

constexpr NameTable<LogLevel, 4> kLevels{{{LogLevel::kDebug, "debug"},
                                          {LogLevel::kInfo, "info"},
                                          {LogLevel::kWarn, "warn"},
                                          {LogLevel::kError, "error"}}};
constexpr NameTable<LogFormat, 2> kFormats{
    {{LogFormat::kLogfmt, "logfmt"}, {LogFormat::kJson, "json"}}};

LogFormat format = LogFormat::kLogfmt;

spdlog::level::level_enum spdlog_level(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarn:
      return spdlog::level::warn;
    case LogLevel::kError:
      break;
  }
  return spdlog::level::err;
}

// Length of the valid UTF-8 sequence at the start of text, 0 if there is none (RFC 3629: shortest
// form, no surrogates).
std::size_t sequence_length(std::string_view text) {
  const auto at = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto follows = [&](std::size_t i) { return (at(i) & 0xC0U) == 0x80U; };
  const unsigned lead = at(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return follows(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool shortest = lead != 0xE0 || at(1) >= 0xA0;
    const bool surrogate = lead == 0xED && at(1) >= 0xA0;
    return shortest && !surrogate && follows(1) && follows(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool shortest = lead != 0xF0 || at(1) >= 0x90;
    const bool in_range = lead != 0xF4 || at(1) <= 0x8F;
    return shortest && in_range && follows(1) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

void append_character(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(c);
  if (c == '"' || c == '\\') {
    out += '\\';
    out += c;
  } else if (c == '\n') {
    out += "\\n";
  } else if (code < 0x20 || code == 0x7F) {
    out += "\\u00";
    out += kHex[code >> 4U];
    out += kHex[code & 0xFU];
  } else {
    out += c;
  }
}

// The inside of a JSON string; logfmt readers know the same escapes.
std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 8);
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0)
      out += "\xEF\xBF\xBD";  // U+FFFD
    else if (length == 1)
      append_character(out, text.front());
    else
      out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

std::shared_ptr<spdlog::logger> make_logger(LogFormat chosen) {
  auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  auto logger = std::make_shared<spdlog::logger>("joulemark", std::move(sink));
  const auto* pattern = chosen == LogFormat::kJson ? R"({"ts":"%Y-%m-%dT%H:%M:%S.%eZ",%v})"
                                                   : "ts=%Y-%m-%dT%H:%M:%S.%eZ %v";
  logger->set_formatter(
      std::make_unique<spdlog::pattern_formatter>(pattern, spdlog::pattern_time_type::utc, "\n"));
  return logger;
}

std::shared_ptr<spdlog::logger>& logger() {
  static auto instance = make_logger(LogFormat::kLogfmt);
  return instance;
}

void log(LogLevel level, std::string_view message) {
  const auto severity = spdlog_level(level);
  if (!logger()->should_log(severity)) return;
  const std::string name(name_of(kLevels, level));
  const std::string line = format == LogFormat::kJson
                               ? R"("level":")" + name + R"(","msg":")" + escaped(message) + '"'
                               : "level=" + name + " msg=\"" + escaped(message) + '"';
  logger()->log(severity, spdlog::string_view_t(line));
}

}  // namespace

std::optional<LogLevel> parse_log_level(std::string_view name) { return value_of(kLevels, name); }

std::optional<LogFormat> parse_log_format(std::string_view name) {
  return value_of(kFormats, name);
}

void set_up_logging(const LogOptions& options) {
  format = options.format;
  logger() = make_logger(options.format);
  logger()->set_level(spdlog_level(options.level));
}

void log_debug(std::string_view message) { log(LogLevel::kDebug, message); }
void log_info(std::string_view message) { log(LogLevel::kInfo, message); }
void log_warn(std::string_view message) { log(LogLevel::kWarn, message); }
void log_error(std::string_view message) { log(LogLevel::kError, message); }

}  // namespace joulemark
