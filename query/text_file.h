// Whole text files of the user: read with a limit, written so that a reader never sees half of one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/result.h"

namespace joulemark {

// At most limit bytes, else kInvalid; the message names the file and the reason.
Result<std::string> read_text_file(const std::string& path,
                                   std::size_t limit = std::size_t{1} << 20);
// Into a temporary file beside it, synced, then renamed over it.
Result<void> write_text_file(const std::string& path, std::string_view content);

}  // namespace joulemark
