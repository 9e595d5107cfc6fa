// What this build is.
#pragma once

#include <string_view>

namespace joulemark {

std::string_view program_version();   // "0.1.0"
std::string_view program_revision();  // commit of the build, or "unknown"

}  // namespace joulemark
