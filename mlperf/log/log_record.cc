#include "mlperf/log/log_record.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace joulemark::mlperf {
namespace {

using RecordJson = nlohmann::json;

constexpr std::array<std::string_view, 2> kTokens{":::MLLOG", ":::ENDPTS"};
constexpr std::string_view kKey = "\"key\"";
constexpr double kEarliest = 631'152'000'000.0, kLatest = 7'258'118'400'000.0;  // ms: 1990, 2200

std::string_view from_blank(std::string_view text) {
  const auto at = text.find_first_not_of(" \t");
  return at == std::string_view::npos ? std::string_view() : text.substr(at);
}

void read_value(const RecordJson& value, LogRecord& out) {
  if (value.is_number()) out.number = value.get<double>();
  if (value.is_string()) out.text = value.get<std::string>();
}

std::string text_at(const RecordJson& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

std::string_view record_text(std::string_view line) {
  for (const std::string_view token : kTokens)
    if (const auto at = line.find(token); at != std::string_view::npos)
      return from_blank(line.substr(at + token.size()));
  return {};
}

std::string_view key_of(std::string_view record) {
  const auto at = record.find(kKey);
  if (at == std::string_view::npos) return {};
  std::string_view rest = from_blank(record.substr(at + kKey.size()));
  if (!rest.starts_with(':')) return {};
  rest = from_blank(rest.substr(1));
  if (!rest.starts_with('"')) return {};
  rest.remove_prefix(1);
  return rest.substr(0, rest.find('"'));
}

std::optional<LogRecord> parse_record(std::string_view record) {
  const RecordJson json = RecordJson::parse(record, nullptr, false);
  if (!json.is_object()) return {};
  LogRecord out;
  out.key = text_at(json, "key");
  if (out.key.empty()) return {};
  out.event_type = text_at(json, "event_type");
  if (const auto value = json.find("value"); value != json.end()) read_value(*value, out);
  if (const auto time = json.find("time_ms"); time != json.end() && time->is_number())
    out.time_ms = time->get<double>();
  if (const auto metadata = json.find("metadata"); metadata != json.end() && metadata->is_object())
    for (const auto& [name, value] : metadata->items())
      if (value.is_string()) out.metadata.emplace(name, value.get<std::string>());
  return out;
}

std::optional<std::int64_t> epoch_ms(const LogRecord& record) {
  if (!record.time_ms || !(*record.time_ms >= kEarliest && *record.time_ms <= kLatest)) return {};
  return static_cast<std::int64_t>(std::llround(*record.time_ms));
}

}  // namespace joulemark::mlperf
