// The parts of the HTML report (REPORT), from top to bottom. Every figure is of the Report, put
// into words by the same functions as the screen; where something was refused its reason stands
// instead.
#pragma once

#include "query/html.h"
#include "query/power_trace.h"
#include "query/report.h"

namespace joulemark {

Html headline_band(const Report& report);  // the figure, its class, where it may go
Html power_panel(const Report& report, const PowerPicture& trace);  // empty: no trace
Html counted_panel(const Report& report);                           // empty: nothing was measured
Html evidence_panel(const Report& report);
Html budget_panel(const Report& report);  // empty: no figure
Html nodes_panel(const Report& report);
Html split_panel(const Report& report);     // jobs, roles and members; empty: no work in the plan
Html declared_panel(const Report& report);  // every value of a plan; empty: none
Html reasons_panel(const Report& report);   // codes with meaning, owners and remedy
Html advice_panel(const Report& report);    // empty: nothing to do
Html provenance(const Report& report);      // window, server, versions

bool is_simulated(const Report& report);
// A section with its heading; id must be unique on the page.
Html panel(Markup id, std::string_view title, const Html& content);
// One name and its value in a list of facts.
Html fact(std::string_view name, const Html& value);
Html fact(std::string_view name, std::string_view value);
// A table in a region that scrolls by itself on narrow screens.
Html scrolling(std::string_view label, const Html& table);

}  // namespace joulemark
