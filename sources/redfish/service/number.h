// A number of a Redfish resource with the text it was written as: its digits are all that most
// services say about their resolution.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace joulemark::redfish {

struct Number {
  double value = 0.0;
  std::string token;  // as sent: "97", "97.0", "704.729"

  // Digits behind the point of the token, without zeros at the end but one: 0 for "97", 1 for
  // "97.0", 3 for "796170.359000". Empty for what a conversion left there: the digits of a float
  // that became a double ("91.0000026"), more than nine, an exponent.
  [[nodiscard]] std::optional<int> decimals() const;
};

// A number in a text, as some services send it ("321"). Empty: blank, "N/A", anything else.
std::optional<Number> parse_number(std::string_view text);

// What no meter shows: negative, not finite, or all bits of a register set (65535; 2^32 - 1 in
// micro-, milli- or whole watts).
bool is_sentinel(double watts);

}  // namespace joulemark::redfish
