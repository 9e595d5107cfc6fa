// "What was counted": the rows of the report, measured and estimated energy apart, and what is
// known to be left out.
#pragma once

#include <string>
#include <vector>

#include "query/report.h"

namespace joulemark {

// One row per series where they are few, else one per basis, source and method.
std::vector<CountedPart> counted_parts(const Report& report);
std::vector<std::string> not_counted(const std::vector<NodeReport>& nodes);

// Joules of the figure per joule at the meters of the unit (S-2D, S-2, S-2R, S-6); 1 without them.
double counted_per_metered(const NodeReport& unit);

std::string_view to_string(SeriesKind kind);  // "power", "counter", "integrated"
std::string_view to_string(NodeReport::Status status);
// "AC input (PSU)" and the like: where the energy was measured.
std::string place_of(Basis basis);

}  // namespace joulemark
