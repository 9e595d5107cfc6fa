// What the readings of one file say about themselves.
#pragma once

#include <string>

#include "mlperf/audit/finding.h"
#include "mlperf/log/power_series.h"

namespace joulemark::mlperf {

struct TimedWindow {
  std::int64_t begin_ms = 0, end_ms = 0;  // since 1970, UTC
  [[nodiscard]] double seconds() const { return 1e-3 * static_cast<double>(end_ms - begin_ms); }
};

struct Intervals {  // s, of readings in the window and the two around it
  double least = 0.0, median = 0.0, largest = 0.0;
  std::size_t readings = 0;  // in the window
};
Intervals intervals_of(const PowerSeries& readings, const TimedWindow& window);

// SAMPLING_SLOW, FEW_SAMPLES, GAPS.
void find_sampling(const std::string& name, const PowerSeries& readings, const TimedWindow& window,
                   Findings& out);

// COVERAGE_SHORT: how long and, at the largest power of the log, how many joules at most are not
// covered at either edge.
void find_coverage(const std::string& name, const PowerSeries& readings, const TimedWindow& window,
                   Findings& out);

// NO_LOAD_STEP, where the log holds 10 s before the begin or behind the end: the mean power of the
// 10 s inside an edge is not above that of the 10 s outside by a fifth of the log's range.
void find_load_steps(const std::string& name, const PowerSeries& readings,
                     const TimedWindow& window, Findings& out);

}  // namespace joulemark::mlperf
