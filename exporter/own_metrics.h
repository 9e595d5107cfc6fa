// What the exporter says of itself: health of its sources, its build, its process. In the data
// model of prometheus-cpp and written by its serialiser; the many series of the sensors are not
// (docs/decisions/0002-metrics-page.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exporter/build_info.h"
#include "exporter/process_metrics.h"
#include "exporter/source_ledger.h"

namespace joulemark {

void append_own_metrics(std::string& out, const std::vector<SourceView>& sources,
                        const BuildInfo& build, const std::optional<ProcessFacts>& process);

}  // namespace joulemark
