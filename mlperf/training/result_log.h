// The timed part of a Training or HPC run: run_start to run_stop of its MLLOG result file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.h"

namespace joulemark::mlperf {

struct TrainingRun {
  std::string path;
  std::int64_t start_ms = 0, stop_ms = 0;  // since 1970, UTC
  std::string benchmark;                   // submission_benchmark; empty: not told
  std::string status;                      // of run_stop: "success", "aborted"; empty: not told
  std::vector<std::string> lines;          // of the log, that all of this comes from

  [[nodiscard]] double time_to_train() const {  // s
    return 1e-3 * static_cast<double>(stop_ms - start_ms);
  }
};

// Lines may have text before the token. kInvalid: no run_start or no run_stop, either twice with
// another time, times that are none, a stop that does not lie after the start.
Result<TrainingRun> read_training_run(const std::string& path);
// The same from lines that were kept; name: for messages.
Result<TrainingRun> training_run_of(const std::vector<std::string>& lines, const std::string& name);

}  // namespace joulemark::mlperf
