// A power run of Inference: spl.txt beside LoadGen's log, with ranging and PTDaemon's log where
// they are there.
#pragma once

#include <string>

#include "mlperf/audit/audited_run.h"

namespace joulemark::mlperf {

// folder: performance/run_1. What cannot be read is a finding, not an end.
AuditedRun audit_inference(const std::string& name, const std::string& folder);

// UNCERTAINTY_HIGH, UNCERTAINTY_UNKNOWN: PTDaemon's warnings at least 0.8 s inside the window (the
// official checker exempts 800 s at both ends). No such file: no finding.
void find_ptd_warnings(const std::string& path, const TimedWindow& window, Findings& out);

}  // namespace joulemark::mlperf
