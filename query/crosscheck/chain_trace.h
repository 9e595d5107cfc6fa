// Power of one side over time, for the lag of METHOD X-3.
#pragma once

#include "measurement/crosscheck_grid.h"
#include "measurement/series.h"
#include "query/crosscheck/chain_energy.h"

namespace joulemark {

// Seconds after origin. Times are those at which the values were true (G-2); with_latency = false
// leaves the latency L1..L2 in, so that a lag found against it is that latency. Of several sensors
// the sum at the first one's times, where all have values. Falls of a counter leave their interval
// out.
PowerTrace chain_trace(const ChainSeries& series, UtcTime origin, bool with_latency);

}  // namespace joulemark
