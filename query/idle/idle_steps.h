// Whether a node did anything while it should have been idle, as far as its power tells.
#pragma once

#include <string>

#include "query/power_rates.h"

namespace joulemark {

// One sentence on what contradicts idleness in the window; empty: nothing does. A step between
// successive means over 10 s counts as in METHOD N-0 (UNLISTED_ACTIVE); so does a drift: two such
// means that differ by more than 20 % of the larger. A load that is steady all the time cannot be
// told from idleness.
std::string signs_of_work(const PowerRates& rates, const Window& window);

}  // namespace joulemark
