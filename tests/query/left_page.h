// Pages for a browser: what a test saw is left in JOULEMARK_PAGES_OUT, if that is set.
#pragma once

#include <string>

#include "query/power_trace.h"
#include "query/report.h"

namespace joulemark {

// The page, which is also left as NAME.html.
std::string left_page(const std::string& name, const Report& report, const PowerPicture& power);

}  // namespace joulemark
