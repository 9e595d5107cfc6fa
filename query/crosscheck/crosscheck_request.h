// From the command line of `crosscheck` to what is asked.
#pragma once

#include "core/result.h"
#include "query/arguments.h"
#include "query/crosscheck/gather_levels.h"

namespace joulemark {

// Reads the files that are named. kInvalid: what is missing, excludes itself or cannot be read; the
// option is named.
Result<CrosscheckRequest> crosscheck_request(const CrosscheckArguments& arguments);

}  // namespace joulemark
