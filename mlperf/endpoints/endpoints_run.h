// The window of MLPerf's endpoints harness: events.jsonl knows monotonic time only, so it needs an
// anchor of the machine that ran the harness.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"

namespace joulemark::mlperf {

struct EndpointsRun {
  std::string path;                        // of events.jsonl
  std::int64_t start_ns = 0, stop_ns = 0;  // CLOCK_MONOTONIC of that machine and boot
  std::optional<double> summary_duration;  // s, duration_ns of result_summary.json
  std::optional<double> samples, tokens;   // completed; output tokens of all sequences
  std::vector<std::string> lines;          // the two events
};

// DIR holds events.jsonl and, where there is one, result_summary.json. Start and stop are
// session.start_performance_tracking and session.stop_performance_tracking. kInvalid: one of them
// is missing or comes twice, a stop not after the start, or a summary whose duration differs from
// theirs by more than 1 % and 1 s.
Result<EndpointsRun> read_endpoints_run(const std::string& folder);

}  // namespace joulemark::mlperf
