#include "core/clean_text.h"

#include <cstddef>
#include <cstdint>

namespace joulemark {
namespace {

struct Decoded {
  std::size_t length = 0;  // 0: no character starts here
  std::uint32_t code = 0;
};

// One character of RFC 3629: shortest form, no surrogates, at most U+10FFFF.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {1, lead};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
  std::uint32_t code = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  const std::uint32_t least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
  if (code < least || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
  return {length, code};
}

bool is_control(std::uint32_t code) { return code < 0x20 || (code >= 0x7F && code <= 0x9F); }

}  // namespace

std::string clean_text(std::string_view raw) {
  std::string out;
  out.reserve(raw.size());
  while (!raw.empty()) {
    const Decoded next = decode(raw);
    if (next.length == 0)
      out += "\xEF\xBF\xBD";
    else if (!is_control(next.code))
      out += raw.substr(0, next.length);
    raw.remove_prefix(next.length == 0 ? 1 : next.length);
  }
  return out;
}

std::optional<std::size_t> first_invalid_byte(std::string_view text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const Decoded next = decode(rest);
    if (next.length == 0) return text.size() - rest.size();
    rest.remove_prefix(next.length);
  }
  return std::nullopt;
}

}  // namespace joulemark
