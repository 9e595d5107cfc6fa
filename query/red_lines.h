// What keeps the class down or the total from being computed, and what lifts it.
#pragma once

#include <vector>

#include "query/outlook.h"

namespace joulemark {

// planned: length of the window to come, s; what only a short look-back is to blame for is left
// out.
std::vector<RedLine> red_lines(const Report& report, const std::vector<NodeOutlook>& nodes,
                               double planned);

}  // namespace joulemark
