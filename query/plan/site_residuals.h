// What a scope of the plan shows beyond the meters inside it (METHOD S-1e).
#pragma once

#include "query/measurements.h"
#include "query/report.h"

namespace joulemark {

// Shelves over the trays they feed (3..7 %), outlets over the PSU inputs of their node (0..1 %);
// COVER_MISMATCH where the interval lies outside, FEED_MISMATCH where the outlets with power are
// not as many as the PSUs with power.
void add_site_residuals(Report& report, const Measurements& measured);

}  // namespace joulemark
