#include "sources/redfish/walk/iso_duration.h"

#include <charconv>

namespace joulemark::redfish {
namespace {

std::optional<double> seconds_per(char unit, bool time) {
  if (!time) return unit == 'D' ? std::optional(86400.0) : std::nullopt;
  switch (unit) {
    case 'H':
      return 3600.0;
    case 'M':
      return 60.0;
    case 'S':
      return 1.0;
    default:
      return std::nullopt;
  }
}

// Takes "5S" from the front of the text.
std::optional<double> take_part(std::string_view& text, bool time) {
  double amount = 0.0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), amount, std::chars_format::fixed);
  if (error != std::errc{} || end == text.data() + text.size() || !(amount >= 0.0))
    return std::nullopt;
  const auto unit = seconds_per(*end, time);
  if (!unit) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  return amount * *unit;
}

}  // namespace

std::optional<Duration> parse_iso_duration(std::string_view text) {
  constexpr double kLongest = 100 * 86400.0;
  if (!text.starts_with('P')) return std::nullopt;
  text.remove_prefix(1);
  double total = 0.0;
  bool time = false, any = false;
  while (!text.empty()) {
    if (!time && text.starts_with('T')) {
      time = true;
      text.remove_prefix(1);
    }
    const auto part = take_part(text, time);
    if (!part) return std::nullopt;
    total += *part;
    any = true;
  }
  if (!any || total > kLongest) return std::nullopt;
  return from_seconds(total);
}

}  // namespace joulemark::redfish
