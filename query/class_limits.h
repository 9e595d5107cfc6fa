// What keeps a total from a better class (METHOD L-1, L-5).
#pragma once

#include <string>
#include <vector>

#include "query/report.h"

namespace joulemark {

// Codes whose cap is the total's class, limits of error that allow no better one, or the limit of
// U/E; empty for the best class.
std::vector<std::string> limited_by(const Report& report);

}  // namespace joulemark
