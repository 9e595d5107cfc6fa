#include "sources/hwmon/attribute_name.h"

#include <charconv>
#include <initializer_list>
#include <utility>

namespace joulemark::hwmon {

std::optional<unsigned> parse_whole_number(std::string_view digits) {
  unsigned value = 0;
  const char* end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return value;
}

std::optional<AttributeName> parse_attribute_name(std::string_view file) {
  constexpr std::pair<std::string_view, Measured> kPrefixes[] = {{"power", Measured::kPower},
                                                                 {"energy", Measured::kEnergy},
                                                                 {"in", Measured::kVoltage},
                                                                 {"curr", Measured::kCurrent}};
  const auto line = file.find('_');
  if (line == file.npos) return std::nullopt;
  const std::string_view ending = file.substr(line + 1);
  for (const auto& [prefix, what] : kPrefixes) {
    if (!file.starts_with(prefix)) continue;
    const std::string_view digits = file.substr(prefix.size(), line - prefix.size());
    const auto channel = parse_whole_number(digits);
    if (!channel || (digits.size() > 1 && digits.front() == '0')) return std::nullopt;
    if (ending == "input") return AttributeName{what, *channel, false};
    if (ending == "average" && what == Measured::kPower) return AttributeName{what, *channel, true};
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace joulemark::hwmon
