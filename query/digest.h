// SHA-256 of texts: of a report (FORMATS 7), and of what a page may run (Content-Security-Policy).
#pragma once

#include <string>
#include <string_view>

namespace joulemark {

std::string sha256_hex(std::string_view text);
std::string sha256_base64(std::string_view text);

}  // namespace joulemark
