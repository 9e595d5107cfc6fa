// A power log of Training or HPC as it was published: node_<j>.txt or sw_<k>.txt.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "mlperf/log/power_series.h"

namespace joulemark::mlperf {

enum class NodeEventKind { kStart, kReading, kStop, kConversion };
struct NodeEvent {
  NodeEventKind kind = NodeEventKind::kReading;
  std::int64_t ms = 0;
  double value = 0.0;  // W of a reading, factor of a conversion
};

struct NodeLog {
  std::string path;
  std::vector<NodeEvent> events;        // in the order of the file, on which the summarizer depends
  PowerSeries readings;                 // likewise
  std::optional<std::int64_t> stop_ms;  // the last power_measurement_stop
  std::string measurement_type;         // of the last conversion_eff: "AC", "DC"; empty: not told
  bool has_conversion = false;
  // The first interconnect_power_est, and the conversion_eff that stands before it.
  std::optional<double> switch_watts;
  double switch_conversion = 1.0;
  std::int64_t switch_ms = 0;
  bool in_order = true;  // the times of the readings never go back
};

// kInvalid: a record that is no JSON, a power that is no finite number, more than kMostReadings, or
// neither readings nor an estimate.
Result<NodeLog> read_node_log(const std::string& path);

}  // namespace joulemark::mlperf
