// Texts that came from devices and servers, made fit to be shown: one invalid byte would fail a
// whole scrape, one control character could rewrite a terminal.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace joulemark {

// Valid UTF-8: each invalid byte becomes U+FFFD, control characters (C0, DEL, C1) are removed.
std::string clean_text(std::string_view raw);

// Where the text stops being valid UTF-8 (RFC 3629); empty: it is valid.
std::optional<std::size_t> first_invalid_byte(std::string_view text);

}  // namespace joulemark
