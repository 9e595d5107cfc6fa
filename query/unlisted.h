// METHOD N-0 UNLISTED_ACTIVE: a member of the same telemetry that worked exactly in the window but
// is not on the list.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "query/telemetry.h"

namespace joulemark {

// Names of the nodes outside the list whose power stepped up at one edge and down at the other, by
// more than 20 % of its range and 10 % of its largest (means over 10 s before and after each edge).
// pieces: what is known of them around the edges, together or apart.
std::vector<std::string> unlisted_active(const std::vector<Telemetry>& pieces,
                                         const std::set<std::string>& listed, const Window& window);

}  // namespace joulemark
