// A report that somebody handed over: as JSON, or inside a bundle, which then must verify.
#pragma once

#include <string>

#include "core/result.h"
#include "query/compare/report_file.h"

namespace joulemark {

// Errors as of read_report_file() or verify_bundle(); kInvalid: a bundle that does not verify.
Result<ReportFile> read_report(const std::string& path);

}  // namespace joulemark
