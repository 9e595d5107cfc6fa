// `joulemark preflight` with an end that a test can bring about.
#pragma once

#include <stop_token>

#include "query/arguments.h"
#include "query/services.h"

namespace joulemark {

// With --watch again and again until the stop; the status of the last look.
int preflight(const PreflightArguments& arguments, const Services& services,
              const std::stop_token& stop);

}  // namespace joulemark
