// Numbers as dcgm-exporter writes them. DCGM has blanks that mean "no value", "not found", "not
// supported" and "not permitted": the largest numbers of their type, and a few above them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace joulemark::dcgm_exporter {

// A count of energy, whole, also if a server in between wrote it with an exponent. Empty: a blank,
// a sign, a fraction, more than a double holds exactly.
std::optional<std::uint64_t> count_in(std::string_view text);
// W. Empty: a blank, 0 (a device that answers has power), negative, above 20 kW, no number.
std::optional<double> watts_in(std::string_view text);

}  // namespace joulemark::dcgm_exporter
