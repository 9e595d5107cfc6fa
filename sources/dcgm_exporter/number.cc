#include "sources/dcgm_exporter/number.h"

#include <charconv>
#include <cmath>

namespace joulemark::dcgm_exporter {
namespace {

constexpr std::uint64_t kBlank = 0x7ffffffffffffff0;  // of the 64-bit fields; energy is one
constexpr double kExact = 9'007'199'254'740'992.0;    // 2^53
constexpr double kMostWatts = 20'000.0;               // blanks begin at 2^31 - 16

template <class T>
std::optional<T> number_in(std::string_view text) {
  T out{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return out;
}

}  // namespace

std::optional<std::uint64_t> count_in(std::string_view text) {
  if (const auto whole = number_in<std::uint64_t>(text))
    return *whole < kBlank ? whole : std::nullopt;
  const auto number = number_in<double>(text);
  if (!number || !(*number >= 0.0) || *number >= kExact || *number != std::floor(*number))
    return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

std::optional<double> watts_in(std::string_view text) {
  const auto number = number_in<double>(text);
  if (!number || !(*number > 0.0) || *number > kMostWatts) return std::nullopt;
  return number;
}

}  // namespace joulemark::dcgm_exporter
