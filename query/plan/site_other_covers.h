// What else measured the members that a scope feeds: printed, never added (METHOD S-1c).
#pragma once

#include "query/report.h"

namespace joulemark {

// For a counted scope the sum of its members' own complete covers, and for a scope that was not
// needed its own energy, each beside what was counted for the same members. Where one side does not
// hold exactly these members there is nothing to compare. Before anything is converted.
void add_site_other_covers(Report& report);

}  // namespace joulemark
