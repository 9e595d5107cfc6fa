#include <array>
#include <charconv>

#include "query/bundle/inventory.h"

namespace joulemark {
namespace {

constexpr std::string_view kClockHeader = "exporter,error_bound_s,scrape_bound_s";

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string number_or_nothing(std::optional<double> value) {
  if (!value) return {};
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), *value).ptr};
}

// A quoted text, which may hold line breaks; empty: there is none.
std::optional<std::string> take_quoted(std::string_view& rest) {
  if (!rest.starts_with('"')) return std::nullopt;
  std::string out;
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] != '"') {
      out += rest[i];
    } else if (i + 1 < rest.size() && rest[i + 1] == '"') {
      out += '"';
      ++i;
    } else {
      rest.remove_prefix(i + 1);
      return out;
    }
  }
  return std::nullopt;
}

// ",": false if it is not there. Then a number or nothing.
bool take_number(std::string_view& rest, std::optional<double>& out) {
  if (!rest.starts_with(',')) return false;
  rest.remove_prefix(1);
  if (rest.empty() || rest.front() == ',' || rest.front() == '\n') return true;
  double value = 0.0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (error != std::errc{}) return false;
  out = value;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return true;
}

bool take_end_of_line(std::string_view& rest) {
  if (!rest.starts_with('\n')) return false;
  rest.remove_prefix(1);
  return true;
}

}  // namespace

std::string clocks_to_csv(const std::vector<ClockEvidence>& clocks) {
  std::string out(kClockHeader);
  out += '\n';
  for (const ClockEvidence& clock : clocks)
    out += quoted(clock.host) + ',' + number_or_nothing(clock.error_bound) + ',' +
           number_or_nothing(clock.scrape_bound) + '\n';
  return out;
}

Result<std::vector<ClockEvidence>> clocks_from_csv(std::string_view text, const std::string& name) {
  std::vector<ClockEvidence> out;
  const bool headed = text.starts_with(kClockHeader);
  text.remove_prefix(headed ? kClockHeader.size() : 0);
  if (!headed || !take_end_of_line(text))
    return fail(ErrorCode::kInvalid, name + ", line 1: expected " + std::string(kClockHeader));
  while (!text.empty()) {
    const auto host = take_quoted(text);
    ClockEvidence& clock = out.emplace_back();
    if (!host || !take_number(text, clock.error_bound) || !take_number(text, clock.scrape_bound) ||
        !take_end_of_line(text))
      return fail(ErrorCode::kInvalid, name + ", line " + std::to_string(out.size() + 1) +
                                           ": expected \"EXPORTER\",SECONDS,SECONDS");
    clock.host = *host;
  }
  return out;
}

}  // namespace joulemark
