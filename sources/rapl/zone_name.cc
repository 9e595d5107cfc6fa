#include "sources/rapl/zone_name.h"

#include <charconv>

namespace joulemark::rapl {
namespace {

// Takes "prefix" and the digits behind it off the front of text.
std::optional<unsigned> take_number(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return std::nullopt;
  const std::string_view digits = text.substr(prefix.size());
  unsigned value = 0;
  const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{}) return std::nullopt;
  text = digits.substr(static_cast<std::size_t>(rest - digits.data()));
  return value;
}

std::optional<ZoneName> parse_package(std::string_view text) {
  const auto number = take_number(text, "package-");
  if (!number) return std::nullopt;
  if (text.empty()) return ZoneName{ZoneKind::kPackage, *number, std::nullopt};
  const auto die = take_number(text, "-die-");
  if (!die || !text.empty()) return std::nullopt;
  return ZoneName{ZoneKind::kPackage, *number, die};
}

std::optional<ZoneName> parse_psys(std::string_view text) {
  if (text == "psys") return ZoneName{ZoneKind::kPsys, 0, std::nullopt};
  const auto number = take_number(text, "psys-");
  if (!number || !text.empty()) return std::nullopt;
  return ZoneName{ZoneKind::kPsys, *number, std::nullopt};
}

}  // namespace

ZoneName parse_zone_name(std::string_view text) {
  if (text == "core") return {ZoneKind::kCore, 0, std::nullopt};
  if (text == "uncore") return {ZoneKind::kUncore, 0, std::nullopt};
  if (text == "dram") return {ZoneKind::kDram, 0, std::nullopt};
  if (const auto package = parse_package(text)) return *package;
  if (const auto psys = parse_psys(text)) return *psys;
  return {};
}

}  // namespace joulemark::rapl
