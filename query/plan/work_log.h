// What was done where (FORMATS 6, work log): JSON lines, or CSV with the same columns.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/units.h"

namespace joulemark {

struct WorkEntry {
  std::string node, job;
  double allocated = 1.0;  // fraction of the node that the job had
  std::string kind;        // output_tokens, input_tokens, batches, active_seconds
  double amount = 0.0;
  std::optional<UtcTime> begin, end;  // when; empty: within the window
};

struct WorkLog {
  std::vector<WorkEntry> entries;
};

// kInvalid with "name:line: what": no JSON object or row, a missing or unknown column, an amount or
// allocation out of range, an end before its begin. At most 1,000,000 lines.
Result<WorkLog> read_work_log(std::string_view text, const std::string& name);

}  // namespace joulemark
