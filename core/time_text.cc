#include "core/time_text.h"

#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 sees an uninitialised value inside date.h's parser where there is none.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <date/date.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>

namespace joulemark {
namespace {

using std::chrono::nanoseconds;

struct Unit {
  std::string_view name;
  std::int64_t nanoseconds;
};
constexpr std::array<Unit, 7> kUnits{{{"d", 86'400'000'000'000},
                                      {"h", 3'600'000'000'000},
                                      {"m", 60'000'000'000},
                                      {"s", 1'000'000'000},
                                      {"ms", 1'000'000},
                                      {"us", 1'000},
                                      {"ns", 1}}};
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr double kLongestSeconds = 9.2e9;  // int64 nanoseconds

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// "1796039107.5": whole and fraction apart, so that nanoseconds survive.
std::optional<UtcTime> parse_epoch(std::string_view text) {
  const std::size_t dot = text.find('.');
  const std::string_view whole = text.substr(0, dot);
  std::string fraction(dot == std::string_view::npos ? "" : text.substr(dot + 1));
  if (!all_digits(whole) || whole.size() > 10) return std::nullopt;
  if (dot != std::string_view::npos && !all_digits(fraction)) return std::nullopt;
  fraction.resize(9, '0');
  std::int64_t s = 0;
  std::int64_t ns = 0;
  std::from_chars(whole.data(), whole.data() + whole.size(), s);
  std::from_chars(fraction.data(), fraction.data() + fraction.size(), ns);
  if (static_cast<double>(s) > kLongestSeconds) return std::nullopt;
  return UtcTime(nanoseconds(s * kSecond + ns));
}

std::optional<UtcTime> parse_with(const std::string& text, const char* format) {
  std::istringstream in(text);
  date::sys_time<nanoseconds> parsed;
  in >> date::parse(format, parsed);
  if (in.fail() || in.peek() != std::istringstream::traits_type::eof()) return std::nullopt;
  const auto year = static_cast<int>(date::year_month_day(date::floor<date::days>(parsed)).year());
  if (year < 1970 || year > 2200) return std::nullopt;
  return UtcTime(parsed.time_since_epoch());
}

}  // namespace

Result<UtcTime> parse_time(std::string_view text) {
  if (const auto epoch = parse_epoch(text)) return *epoch;
  std::string normal(text);
  if (normal.size() > 10 && (normal[10] == ' ' || normal[10] == 't')) normal[10] = 'T';
  if (!normal.empty() && normal.back() == 'z') normal.back() = 'Z';
  for (const char* format : {"%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%dT%H:%M:%S%Ez"})
    if (const auto time = parse_with(normal, format)) return *time;
  if (parse_with(normal, "%Y-%m-%dT%H:%M:%S"))
    return fail(ErrorCode::kInvalid, "'" + std::string(text) + "' has no time zone: write " +
                                         normal + "Z for UTC, or an offset such as " + normal +
                                         "+01:00");
  return fail(ErrorCode::kInvalid, "'" + std::string(text.substr(0, 64)) +
                                       "' is not a time: expected RFC 3339 with offset, such as "
                                       "2026-11-30T09:14:07.312Z, or seconds since 1970");
}

Result<Duration> parse_duration(std::string_view text) {
  const auto bad = [&] {
    return fail(ErrorCode::kInvalid, "'" + std::string(text.substr(0, 64)) +
                                         "' is not a duration: expected a number with its unit, "
                                         "such as 100ms, 1.5s, 10m or 1h30m");
  };
  double total = 0.0;
  std::string_view rest = text;
  if (rest.empty()) return bad();
  while (!rest.empty()) {
    double value = 0.0;
    const auto [end, error] =
        std::from_chars(rest.data(), rest.data() + rest.size(), value, std::chars_format::fixed);
    if (error != std::errc{} || value < 0.0 || rest.front() == '-') return bad();
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    const std::string_view name = rest.substr(0, rest.find_first_of("0123456789."));
    const Unit* unit = nullptr;
    for (const Unit& candidate : kUnits)
      if (candidate.name == name) unit = &candidate;
    if (unit == nullptr) return bad();
    total += value * static_cast<double>(unit->nanoseconds);
    rest.remove_prefix(name.size());
  }
  if (!(total / 1e9 < kLongestSeconds)) return bad();
  return Duration(std::llround(total));
}

std::string format_time(UtcTime time, int digits) {
  const auto since = time.time_since_epoch();
  const date::sys_time<nanoseconds> full{since};
  if (digits > 3) return date::format("%Y-%m-%dT%H:%M:%SZ", full);
  return date::format("%Y-%m-%dT%H:%M:%SZ", date::floor<std::chrono::milliseconds>(full));
}

std::string format_duration(Duration duration) {
  std::int64_t rest = duration.count();
  if (rest == 0) return "0s";
  std::string out;
  for (const Unit& unit : {kUnits[0], kUnits[1], kUnits[2]}) {
    if (rest / unit.nanoseconds == 0) continue;
    out += std::to_string(rest / unit.nanoseconds) + std::string(unit.name);
    rest %= unit.nanoseconds;
  }
  if (rest == 0) return out;
  for (const Unit& unit : {kUnits[3], kUnits[4], kUnits[5], kUnits[6]}) {
    if (rest < unit.nanoseconds) continue;
    std::array<char, 40> text{};
    const double value = static_cast<double>(rest) / static_cast<double>(unit.nanoseconds);
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return out + std::string(text.data(), end) + std::string(unit.name);
  }
  return out;
}

}  // namespace joulemark
