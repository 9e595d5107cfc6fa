// Names of the hwmon attributes that hold what a chip measures, as the kernel's ABI document writes
// them, and nothing else: temp0, power1_input_lowest or power1_cap are none.
#pragma once

#include <optional>
#include <string_view>

namespace joulemark::hwmon {

enum class Measured { kPower, kEnergy, kVoltage, kCurrent };  // uW, uJ, mV, mA

struct AttributeName {
  Measured what = Measured::kPower;
  unsigned channel = 0;
  bool average = false;  // powerN_average
  friend bool operator==(const AttributeName&, const AttributeName&) = default;
};

// power[0-9]+_(average|input), energy[0-9]+_input, in[0-9]+_input, curr[0-9]+_input; no leading
// zeros.
std::optional<AttributeName> parse_attribute_name(std::string_view file);

// Digits and nothing else; empty for anything that does not fit.
std::optional<unsigned> parse_whole_number(std::string_view digits);

}  // namespace joulemark::hwmon
