// Figures for people (METHOD U-4): U to two significant digits, E to the same place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace joulemark {

struct EnergyUnit {
  std::string_view name;
  double joules = 1.0;
};
EnergyUnit energy_unit(double joules);  // J below 10 kJ, kJ below 10 MJ, then MJ

struct RoundedPair {
  std::string value, uncertainty;
};
// In multiples of unit. An uncertainty of 0 keeps six significant digits of the value; an infinite
// one shows "unbounded" beside them.
RoundedPair rounded(double value, double uncertainty, double unit);

// Two significant digits, "1.5 %", "0.036 %", "<0.001 %", "100 %".
std::string percent(double fraction);
// Milliseconds below 1 s: "11 ms", "0.4 ms", "1.3 s".
std::string short_seconds(double s);
// "7 nodes", "1 node".
std::string count(std::size_t n, std::string_view noun);
std::string join(const std::vector<std::string>& items, std::string_view between);
// At most `most` names, then "and 3 more".
std::string name_list(const std::vector<std::string>& names, std::size_t most);

}  // namespace joulemark
