// The list of sources. One line in registry.def per source; compiler and CMake both read it.
// A source `name` is the folder sources/name with the target joulemark::source_name, and defines
// `extern const SourceEntry k_name_source` in namespace joulemark.
#pragma once

#include <span>
#include <string_view>

#include "core/source.h"

namespace joulemark {

std::span<const SourceEntry> registry();                // in order of registry.def
const SourceEntry* find_source(std::string_view name);  // nullptr: no such source

}  // namespace joulemark
