// What other meters of the same nodes say: shown beside what was counted, never added to it.
#pragma once

#include <string>
#include <vector>

#include "query/report.h"

namespace joulemark {

// A sentence per basis of the other complete covers (METHOD S-1c), then one for the residuals
// (S-1e).
std::vector<std::string> comparison_lines(const Report& report);

}  // namespace joulemark
