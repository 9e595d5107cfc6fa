// Which scopes are counted, so that every member is counted once (METHOD S-1b, S-1d).
#pragma once

#include <vector>

#include "query/measurements.h"
#include "query/plan/arrangement.h"
#include "query/report.h"

namespace joulemark {

// reports: as measured.nodes, of members and of fed scopes. Afterwards a member whose energy is in
// a scope is kCovered, a scope that is not needed kUnused, one that misses a meter kRefused; what
// has kOk is the cover. Complete ones come first, then those that meet F-1, then the better rank,
// then more members.
void choose_site_cover(std::vector<NodeReport>& reports, const Measurements& measured,
                       const Arrangement& arrangement);

}  // namespace joulemark
