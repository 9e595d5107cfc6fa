// The part of a scope that feeds others too (METHOD S-1d): a second figure, never the total.
#pragma once

#include "query/plan/plan.h"
#include "query/report.h"

namespace joulemark {

// Of every counted scope with OVER_INCLUSIVE: its energy apportioned evenly over all nodes that it
// feeds, as nothing is known of what the others did (W-2 by allocation).
void share_over_inclusive(Report& report, const Plan& plan);

}  // namespace joulemark
