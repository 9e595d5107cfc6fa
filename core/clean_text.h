// Texts that came from devices and servers, made fit to be shown: one invalid byte would fail a
// whole scrape, one control character could rewrite a terminal.
#pragma once

#include <string>
#include <string_view>

namespace joulemark {

// Valid UTF-8: each invalid byte becomes U+FFFD, control characters (C0, DEL, C1) are removed.
std::string clean_text(std::string_view raw);

}  // namespace joulemark
