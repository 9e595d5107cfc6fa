#include "sources/redfish/poll/energy_count.h"

#include <cmath>
#include <limits>
#include <string_view>

namespace joulemark::redfish {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max() / 100;

// Digits before the point, then `decimals` of those behind it, and one to round by. Empty: an
// exponent, or too many digits.
std::optional<std::uint64_t> from_digits(std::string_view token, int decimals) {
  std::uint64_t out = 0;
  int behind = -1;  // of the point
  for (const char c : token) {
    if (c == '.' && behind < 0) {
      behind = 0;
      continue;
    }
    if (c < '0' || c > '9' || out > kMost) return std::nullopt;
    if (behind > decimals) continue;
    out = out * 10 + static_cast<std::uint64_t>(c - '0');
    if (behind >= 0) ++behind;
  }
  for (int i = behind < 0 ? 0 : behind; i <= decimals; ++i) {
    if (out > kMost) return std::nullopt;
    out *= 10;
  }
  return (out + 5) / 10;
}

}  // namespace

std::optional<std::uint64_t> counts_of(const Number& number, int decimals) {
  if (number.value < 0.0 || !std::isfinite(number.value)) return std::nullopt;
  if (number.token.find_first_of("eE+") == std::string::npos)
    return from_digits(number.token, decimals);
  const double scaled = std::round(number.value * std::pow(10.0, decimals));
  if (scaled > static_cast<double>(kMost)) return std::nullopt;
  return static_cast<std::uint64_t>(scaled);
}

}  // namespace joulemark::redfish
