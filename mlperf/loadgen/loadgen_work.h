// What was done in a LoadGen run, as denominators of its energy (METHOD R-2), with the traps of the
// log's counts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mlperf/loadgen/loadgen_log.h"

namespace joulemark::mlperf {

// One of amount and per_second: LoadGen counts queries and samples, but of tokens it knows a rate
// only, over a time of its own. A rate is not multiplied with the window.
struct LoadgenWork {
  std::string unit;  // "query", "sample", "token"
  std::optional<double> amount;
  std::optional<double> per_second;
  std::string how;  // the log's keys
};

// Offline: one query holds all samples (generated_samples_per_query), so there is none per query.
std::vector<LoadgenWork> work_of(const LoadgenRun& run);

}  // namespace joulemark::mlperf
