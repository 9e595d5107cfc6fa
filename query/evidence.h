// What stands behind a report's figure.
#pragma once

#include <optional>

#include "query/measurements.h"
#include "query/report.h"

namespace joulemark {

// Counts, clocks and coverage from the nodes of the report.
void gather_evidence(Report& report, const Measurements& measured,
                     std::optional<double> window_host);

}  // namespace joulemark
