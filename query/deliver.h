// Where a command's text goes: to a file, whole or not at all, or to standard output.
#pragma once

#include <string>

#include "query/services.h"

namespace joulemark {

// file: of --output-file; empty: standard output. Returns `status`, or kFailed after a complaint.
int deliver(const std::string& text, const std::string& file, int status, const Services& services);

}  // namespace joulemark
