// The total of a report: METHOD N-1 to N-3, its class and where it may go.
#pragma once

#include <vector>

#include "query/measurements.h"
#include "query/plan/counted_energy.h"
#include "query/plan/prepared_plan.h"
#include "query/report.h"

namespace joulemark {

// Fills report.total from report.nodes, whose first entries are those of measured.nodes, in order.
void report_total(Report& report, const Measurements& measured, const Counted& counted,
                  const PreparedPlan* plan);

}  // namespace joulemark
