// The report as joulemark.report/1 (FORMATS 7): full double precision, null for what is not known,
// refused or infinite.
#pragma once

#include <string>

#include "query/report.h"

namespace joulemark {

std::string report_to_json(const Report& report);
// SHA-256 of the report's JSON without its report_id, in hexadecimal.
std::string report_id(const Report& report);

}  // namespace joulemark
