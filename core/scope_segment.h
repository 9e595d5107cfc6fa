// One segment of a scope (METHOD S-1) from a text that a device gave.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace joulemark {

// Lower case; letters, digits, '.', '-' and ':' stay, every other character becomes '_'. At most
// `longest` bytes of the text; "unnamed" for an empty one.
std::string scope_segment(std::string_view text, std::size_t longest = 64);

}  // namespace joulemark
