#include "exporter/number_text.h"

#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace joulemark {
namespace {

constexpr std::array kPowersOfTen = {1.0,   1e-1,  1e-2,  1e-3,  1e-4,  1e-5,  1e-6,
                                     1e-7,  1e-8,  1e-9,  1e-10, 1e-11, 1e-12, 1e-13,
                                     1e-14, 1e-15, 1e-16, 1e-17, 1e-18};

std::optional<std::size_t> decimals_of(double unit) {
  for (std::size_t i = 0; i < kPowersOfTen.size(); ++i)
    if (unit == kPowersOfTen[i]) return i;
  return std::nullopt;
}

template <class T>
void append_chars(std::string& out, T value) {
  std::array<char, 32> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  out.append(buffer.data(), end);
}

// value x 10^-decimals without trailing zeros.
void append_decimal(std::string& out, std::uint64_t value, std::size_t decimals) {
  std::array<char, 24> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  std::string_view digits(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t whole = digits.size() > decimals ? digits.size() - decimals : 0;
  out += whole == 0 ? "0" : digits.substr(0, whole);
  std::string_view fraction = digits.substr(whole);
  const std::size_t last = fraction.find_last_not_of('0');
  if (last == std::string_view::npos) return;
  out += '.';
  out.append(decimals - fraction.size(), '0');
  out += fraction.substr(0, last + 1);
}

}  // namespace

void append_number(std::string& out, double value) { append_chars(out, value); }
void append_number(std::string& out, std::uint64_t value) { append_chars(out, value); }

void append_product(std::string& out, std::uint64_t counts, double unit) {
  if (const auto decimals = decimals_of(unit))
    append_decimal(out, counts, *decimals);
  else
    append_number(out, static_cast<double>(counts) * unit);
}

void append_seconds(std::string& out, UtcTime time) {
  const std::int64_t ns = time.time_since_epoch().count();
  if (ns < 0) out += '-';
  append_decimal(out, ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns),
                 9);
}

}  // namespace joulemark
