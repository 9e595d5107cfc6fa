// Evidence on the clocks of exporters (METHOD S-5), from what the page and the scrapes say.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/result.h"
#include "measurement/series.h"
#include "promapi/client.h"
#include "query/telemetry.h"

namespace joulemark {

struct ScrapeTarget {
  std::string cluster, instance, job;
  friend auto operator<=>(const ScrapeTarget&, const ScrapeTarget&) = default;
};

// One entry per instance, in order; what is not measured stays empty. Scrapes within the window
// count, or where it has none, those within the margin.
Result<std::vector<ClockEvidence>> fetch_clocks(PrometheusClient& client,
                                                const std::set<ScrapeTarget>& targets,
                                                const Window& window, Duration margin);

// The same from series that were fetched. Pure.
std::vector<ClockEvidence> clock_evidence(const std::vector<RangeSeries>& series,
                                          const std::set<ScrapeTarget>& targets,
                                          const Window& window);

}  // namespace joulemark
