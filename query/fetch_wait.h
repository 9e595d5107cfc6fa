// Waits until the server holds one reading past the window's end, its guard and 1 s (METHOD S-4c):
// what the last edge needs. Never for ever.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/clock.h"
#include "query/fetch.h"

namespace joulemark {

struct WaitLimits {
  Duration longest = std::chrono::minutes(2);  // from the end of the window, whatever happens
  Duration poll = std::chrono::milliseconds(500);
};

struct LateSeries {
  std::string node, source, sensor;
  std::optional<UtcTime> last;  // newest reading that the server has; empty: none now
};

struct WaitOutcome {
  std::vector<LateSeries> late;  // empty: every series has its reading
  bool stopped = false;          // by the token
};

// Returns at once if all is there, or if the window ended so long ago that nothing more can come.
// A series whose scrapes are regular is given up after three of its scrape intervals. A server that
// does not answer for a moment is asked again until the limit.
Result<WaitOutcome> wait_for_end(PrometheusClient& client, const FetchRequest& request,
                                 const Clock& clock, const std::stop_token& stop,
                                 const WaitLimits& limits = {}, const Progress& progress = {});

}  // namespace joulemark
