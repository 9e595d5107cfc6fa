// Several recorded runs of one benchmark on one system, from their reports (METHOD R-1).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "measurement/energy_per_work.h"
#include "measurement/runs.h"
#include "query/compare/report_file.h"

namespace joulemark {

inline constexpr std::size_t kMostRuns = 1000;

struct WorkOfRuns {
  std::string unit;  // "output token": the first that all runs have a ratio of
  double work = 0.0;
  EnergyPerWork per_work;  // sum E/sum T
};

struct RecordedRuns {
  std::vector<ReportFile> runs;  // in order of time
  RunsMean mean;
  Class cls = Class::kReferenceOnly;  // the worst of the runs, and no better than U/E allows
  std::optional<double> olympic;      // J
  std::string no_olympic;             // why there is none
  std::optional<WorkOfRuns> work;
};

// What ranks the runs for the Olympic mean is the length of the window, the time to train.
// kInvalid, naming the files: no run, one twice, a run without a total, windows that overlap, runs
// of different systems (nodes, supply, boundaries, completeness, cooling, version of the method).
Result<RecordedRuns> recorded_runs(std::vector<ReportFile> reports);

std::string runs_to_text(const RecordedRuns& runs);
std::string runs_to_json(const RecordedRuns& runs);  // joulemark.runs/1

}  // namespace joulemark
