// Why two reports are not compared, with what each of them says, and what mends it (METHOD R-3).
#pragma once

#include "query/compare/report_comparison.h"

namespace joulemark {

// For the reasons that the rule gives, in its order; what only follows from a refusal is left out.
std::vector<Obstacle> obstacles_of(const ReportComparison& comparison);

std::string supply_word(Supply supply);                              // "AC", "DC", "supply unknown"
std::string boundaries_words(const std::set<Boundary>& boundaries);  // "ac_input, component"

}  // namespace joulemark
