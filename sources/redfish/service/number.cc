#include "sources/redfish/service/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "core/trimmed.h"

namespace joulemark::redfish {
namespace {

constexpr int kMostDecimals = 9;
constexpr double kAllOnes = 4294967295.0;  // 2^32 - 1

// Nine significant digits name a float exactly, more than seven of them are rarely meant; and a
// float that was scaled has a run of zeros or nines before its last digits.
bool is_float_noise(double value, const std::string& token) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.9g", static_cast<double>(static_cast<float>(value)));
  if (token.size() > 8 && token == text.data()) return true;
  const std::size_t point = token.find('.');
  if (point == token.npos) return false;
  const std::size_t run = std::min(token.find("00000", point), token.find("99999", point));
  return run != token.npos && token.find_first_not_of('0', run + 5) != token.npos;
}

}  // namespace

std::optional<int> Number::decimals() const {
  if (token.find_first_of("eE") != token.npos || is_float_noise(value, token)) return std::nullopt;
  const std::size_t point = token.find('.');
  if (point == token.npos) return 0;
  const std::size_t last = std::max(token.find_last_not_of('0'), point + 1);
  const auto digits = static_cast<int>(last - point);
  return digits > kMostDecimals ? std::nullopt : std::optional(digits);
}

std::optional<Number> parse_number(std::string_view text) {
  text = trimmed(text);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return Number{value, std::string(text)};
}

bool is_sentinel(double watts) {
  if (!std::isfinite(watts) || watts < 0.0 || watts == 65535.0) return true;
  for (const double unit : {1.0, 1e3, 1e6})
    if (std::abs(watts * unit - kAllOnes) < 1.0) return true;
  return watts >= kAllOnes;
}

}  // namespace joulemark::redfish
