// By what a node stands out among the others.
#pragma once

#include <vector>

#include "query/report.h"

namespace joulemark {

struct RankedNode {
  const NodeReport* report = nullptr;
  double relative_U = 0.0;
  double gap = 0.0;        // the largest gap fraction of its counted series
  double deviation = 0.0;  // of its energy from the median of its model, as a fraction
};

// Nodes that have an energy, in the order of the report, which must outlive the result.
std::vector<RankedNode> ranked_nodes(const Report& report);

}  // namespace joulemark
