// A result of Training or HPC with its node and switch logs.
#pragma once

#include <string>
#include <vector>

#include "mlperf/audit/audited_run.h"

namespace joulemark::mlperf {

// result: result_<i>.txt; folder: power/result_<i>. What cannot be read is a finding, not an end.
AuditedRun audit_training(const std::string& name, const std::string& result,
                          const std::string& folder);

// AC_DC_RATIO: two submissions of one run (the same window and node count), one of which is to be
// what the other's power supplies put out.
void find_supply_ratios(std::vector<AuditedRun>& runs);

}  // namespace joulemark::mlperf
