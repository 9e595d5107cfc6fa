// One mapping from errno to how the caller reacts (core/files.h), for everything that asks the
// kernel.
#pragma once

#include <string_view>

#include "core/result.h"

namespace joulemark {

ErrorCode code_of_errno(int number);
// "class/powercap: EACCES (Permission denied)".
Error errno_error(int number, std::string_view what);

}  // namespace joulemark
