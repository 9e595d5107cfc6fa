// The text of a counter in sysfs: decimal digits and one newline, nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace joulemark {

// Empty for anything else: no digits, a sign, blanks, NUL, trailing bytes, more than 64 bits, or no
// newline (a number cut short looks like a smaller number).
std::optional<std::uint64_t> parse_counter(std::string_view text);

}  // namespace joulemark
