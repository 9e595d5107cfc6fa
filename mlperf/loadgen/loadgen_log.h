// What LoadGen's mlperf_log_detail.txt says of one run: its window, its validity and what was done
// in it. Formats: loadgen/logging.h and utils.cc of mlcommons/inference.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/units.h"

namespace joulemark::mlperf {

struct LoadgenRun {
  std::string path;
  // Of the performance phase, UTC (test_datetime beside them is local time, whatever its Z says).
  UtcTime power_begin, power_end;
  std::string scenario;  // SingleStream, MultiStream, Server, Offline; Interactive
  std::string mode;      // PerformanceOnly
  std::string validity;  // VALID, INVALID; empty: not told
  std::optional<double> errors;
  // result_query_count (Offline: 1), generated and effective samples per query (Offline: generated
  // holds all samples, MultiStream: 8).
  std::optional<double> queries, generated_samples_per_query, effective_samples_per_query;
  // Per second; Server's are over the time to the completion of the last issued query, Offline's
  // over the run.
  std::optional<double> samples_per_second, tokens_per_second;
  std::string samples_rate_key, tokens_rate_key;  // the log's names of them
  std::vector<std::string> lines;                 // of the log, that all of this comes from
};

// A folder stands for the mlperf_log_detail.txt in it. kInvalid: no power_begin or no power_end
// (the run did not end), two runs, an end that does not lie after the begin, a time that is none.
Result<LoadgenRun> read_loadgen_run(const std::string& path);
// The same from lines that were kept; name: for messages.
Result<LoadgenRun> loadgen_run_of(const std::vector<std::string>& lines, const std::string& name);

// Why this run's figures are no result: INVALID, not PerformanceOnly, errors. Empty: they are.
std::string objection_to(const LoadgenRun& run);

}  // namespace joulemark::mlperf
