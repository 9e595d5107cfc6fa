// One run of a submission as the audit saw it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mlperf/audit/finding.h"
#include "mlperf/audit/series_findings.h"

namespace joulemark::mlperf {

enum class RunKind { kTraining, kInference };
std::string_view to_string(RunKind);  // "training", "inference"

struct AuditedPart {
  std::string file;
  std::optional<double> joules;  // by the published formula
  Intervals intervals;
  bool estimated = false;
};

struct AuditedRun {
  RunKind kind = RunKind::kTraining;
  std::string name;       // path below the audited folder
  std::string benchmark;  // of the log: benchmark or scenario; empty: not told
  TimedWindow window;     // both 0: not known
  std::vector<AuditedPart> parts;
  std::optional<double> published_joules;        // by the checkers' formula; all parts
  std::optional<double> published_watts;         // Inference: their mean power
  std::optional<double> published_mj_per_query;  // of SingleStream and MultiStream
  std::optional<double> trapezoid_joules;        // of the same readings, with interpolated edges
  double estimated_share = 0.0;                  // of published_joules
  Findings findings;
};

}  // namespace joulemark::mlperf
