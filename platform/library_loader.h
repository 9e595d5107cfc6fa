// Libraries by dlopen.
#pragma once

#include "core/shared_library.h"

namespace joulemark {

// A LibraryLoader.
Result<std::unique_ptr<SharedLibrary>> load_library(const std::string& path);

}  // namespace joulemark
