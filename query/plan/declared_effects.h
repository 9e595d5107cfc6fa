// What every declared value of a plan does to E and U (REPORT: an auditor reads it first).
#pragma once

#include <functional>

#include "core/result.h"
#include "query/evaluation.h"

namespace joulemark {

using Recalculation = std::function<Result<Report>(const EvaluationRequest&)>;

// Fills report.declared: all is computed again without each of them. request has a plan.
Result<void> add_effects(Report& report, const EvaluationRequest& request,
                         const Recalculation& again);

}  // namespace joulemark
