// METHOD S-1e: what a counted scope has more than its measured parts, against what is expected.
#pragma once

#include <vector>

#include "query/node_evaluation.h"
#include "query/report.h"

namespace joulemark {

std::vector<Residual> residuals(const NodeMeasurement& node, const NodeReport& report);

}  // namespace joulemark
