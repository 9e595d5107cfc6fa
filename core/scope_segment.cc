#include "core/scope_segment.h"

namespace joulemark {

std::string scope_segment(std::string_view text, std::size_t longest) {
  std::string out;
  for (char c : text.substr(0, longest)) {
    // What follows the first byte of a character in UTF-8.
    if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80) continue;
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == ':';
    out += plain ? c : '_';
  }
  return out.empty() ? "unnamed" : out;
}

}  // namespace joulemark
