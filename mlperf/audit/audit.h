// The audit of a submission: one system or a whole results tree.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "mlperf/audit/audited_run.h"

namespace joulemark::mlperf {

struct Audit {
  std::string folder;
  std::vector<AuditedRun> runs;  // sorted by name
  std::size_t entries = 0;       // files and folders looked at
  [[nodiscard]] std::size_t count(FindingWeight weight) const;
};

using AuditProgress = std::function<void(std::string_view run, double share)>;

// Looks for power/result_<i>/node_*.txt with result_<i>.txt (Training, HPC) and for spl.txt beside
// mlperf_log_detail.txt (Inference). Links are not followed. kNotPresent, kInvalid: no such folder,
// nothing of a power submission in it, or more than 200,000 entries.
Result<Audit> audit_submission(const std::string& folder, const AuditProgress& progress = {});

}  // namespace joulemark::mlperf
