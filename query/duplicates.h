// Members whose counted series are identical (METHOD L-5, DUPLICATE_SERIES).
#pragma once

#include <vector>

#include "query/node_evaluation.h"
#include "query/report.h"

namespace joulemark {

// reports: as nodes, in their order. Series of one node may be alike.
void mark_duplicates(std::vector<NodeReport>& reports, const std::vector<NodeMeasurement>& nodes,
                     Evidence& evidence);

}  // namespace joulemark
