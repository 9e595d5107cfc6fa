// The measured rows of what was counted: one per sensor, or one per kind of many.
#pragma once

#include <vector>

#include "query/report.h"

namespace joulemark {

// visit(unit, series) for every series that is counted.
template <class Visit>
void each_counted(const std::vector<NodeReport>& nodes, Visit visit) {
  for (const NodeReport& node : nodes) {
    if (!node.counted()) continue;
    for (const SeriesReport& series : node.series)
      if (series.role == MemberRole::kCounted) visit(node, series);
  }
}

std::vector<CountedPart> single_rows(const std::vector<NodeReport>& nodes);
// By basis, source, method and role, or name of equipment.
std::vector<CountedPart> grouped_rows(const std::vector<NodeReport>& nodes);

}  // namespace joulemark
