// The blocks of the first screen, each as lines of at most kScreenColumns.
#pragma once

#include "query/report.h"
#include "query/screen.h"

namespace joulemark {

Lines headline(const Report& report);       // version, window, ENERGY, where, class
Lines counted_block(const Report& report);  // what was counted, share, how known
Lines uncertainty_block(const Report& report);
Lines evidence_block(const Report& report);
Lines notes_block(const Report& report);   // reason codes with their meaning
Lines advice_block(const Report& report);  // and what to do about an incomplete total
Lines worst_nodes_block(const Report& report);
// Of a plan; empty without one.
Lines work_lines(const Report& report);         // energy per unit of work
Lines attribution_block(const Report& report);  // jobs, roles, idle members
Lines declared_block(const Report& report);     // every value with its effect on E and U

}  // namespace joulemark
