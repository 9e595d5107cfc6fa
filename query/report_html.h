// The report as one HTML file: nothing is fetched, nothing that was read can run (REPORT).
#pragma once

#include <string>

#include "query/power_trace.h"
#include "query/report.h"

namespace joulemark {

std::string report_to_html(const Report& report, const PowerPicture& trace);

}  // namespace joulemark
