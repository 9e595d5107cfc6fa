// Whether reports are runs of one system, measured alike (METHOD R-1).
#pragma once

#include <vector>

#include "core/result.h"
#include "query/compare/report_file.h"

namespace joulemark {

// kInvalid: a report without a total, or two that differ; the message names both files and what
// each of them says.
Result<void> check_same_system(const std::vector<ReportFile>& reports);

}  // namespace joulemark
