// Energy per unit of the work that the window's log counted (METHOD R-2).
#pragma once

#include "query/report.h"

namespace joulemark {

// Appends to report.ratios, where the total is complete. Work of which only a rate is known divides
// the mean power: the log's rate may be over another time than the window.
void add_window_ratios(Report& report);

}  // namespace joulemark
