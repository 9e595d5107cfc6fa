// A power log of Training or HPC as it was published: node_<j>.txt or sw_<k>.txt.
#pragma once

#include <optional>
#include <string>

#include "core/result.h"
#include "mlperf/log/power_series.h"

namespace joulemark::mlperf {

struct NodeLog {
  std::string path;
  std::optional<std::int64_t> start_ms, stop_ms;  // power_measurement_start, _stop
  PowerSeries readings;                           // in the order of the file
  // Readings that stand behind the stop line: the summarizer does not count them.
  std::size_t after_stop = 0;
  std::optional<double> conversion;  // conversion_eff; none: the summarizer takes 1
  std::string measurement_type;      // "AC", "DC"; empty: not told
  std::optional<double> switch_watts;
  std::int64_t switch_ms = 0;  // time of interconnect_power_est
  bool in_order = true;        // times never go back
};

// kInvalid: a record that is no JSON, a power that is no finite number, more than kMostReadings, or
// neither readings nor an estimate.
Result<NodeLog> read_node_log(const std::string& path);

}  // namespace joulemark::mlperf
