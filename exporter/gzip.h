// Compression of an answer, and whether the client wants it.
#pragma once

#include <string>
#include <string_view>

namespace joulemark {

// RFC 9110 12.5.3: gzip (or *) is listed with a weight above 0. Absent: no.
bool accepts_gzip(std::string_view accept_encoding);

// Empty if zlib fails; the caller then sends the text as it is.
std::string gzip(std::string_view text);

}  // namespace joulemark
