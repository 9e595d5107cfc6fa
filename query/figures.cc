#include "query/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace joulemark {
namespace {

// Power of ten of the second significant digit, after rounding to two of them (9.96 -> 10).
int last_place(double value) {
  int place = static_cast<int>(std::floor(std::log10(value))) - 1;
  if (std::round(value / std::pow(10.0, place)) >= 100.0) ++place;
  return place;
}

std::string to_place(double value, int place) {
  if (place >= 0) {
    const double step = std::pow(10.0, place);
    return fmt::format("{:.0f}", std::round(value / step) * step);
  }
  return fmt::format("{:.{}f}", value, -place);
}

}  // namespace

EnergyUnit energy_unit(double joules) {
  const double size = std::abs(joules);
  if (size < 1e4) return {"J", 1.0};
  if (size < 1e7) return {"kJ", 1e3};
  return {"MJ", 1e6};
}

RoundedPair rounded(double value, double uncertainty, double unit) {
  const double scaled = uncertainty / unit;
  if (!std::isfinite(scaled)) return {fmt::format("{:.6g}", value / unit), "unbounded"};
  if (!(scaled > 0.0)) return {fmt::format("{:.6g}", value / unit), "0"};
  const int place = last_place(scaled);
  return {to_place(value / unit, place), to_place(scaled, place)};
}

std::string percent(double fraction) {
  const double value = 100.0 * fraction;
  if (!std::isfinite(value)) return "unbounded";
  if (value == 0.0) return "0 %";
  if (std::abs(value) < 0.001) return "<0.001 %";
  return to_place(value, std::min(0, last_place(std::abs(value)))) + " %";
}

std::string short_seconds(double s) {
  if (!std::isfinite(s)) return "unbounded";
  if (s == 0.0) return "0 s";
  const double value = s < 1.0 ? 1e3 * s : s;
  const char* unit = s < 1.0 ? "ms" : "s";
  if (value < 0.01) return std::string("<0.01 ") + unit;
  std::string text = to_place(value, std::min(0, last_place(value)));
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text + " " + unit;
}

std::string count(std::size_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

std::string join(const std::vector<std::string>& items, std::string_view between) {
  return fmt::format("{}", fmt::join(items, between));
}

std::string name_list(const std::vector<std::string>& names, std::size_t most) {
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    out += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > most) out += fmt::format(" and {} more", names.size() - most);
  return out;
}

}  // namespace joulemark
