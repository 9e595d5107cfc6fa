// What nodes draw without work (joulemark.idle/1): measured by `joulemark idle`, named by a plan
// (`idle: {baseline: FILE}`), used to split energy into an idle and a dynamic part (METHOD W-1) and
// as evidence of the smallest power (measured_idle, S-4b).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "query/window_file.h"

namespace joulemark {

// The same sensor in two windows.
struct SensorIdentity {
  std::string source, sensor, scope;
  friend auto operator<=>(const SensorIdentity&, const SensorIdentity&) = default;
};

// One counted series of the node.
struct IdleSeries {
  SensorIdentity identity;
  std::string model, serial;              // as far as known
  double watts = 0.0;                     // mean over the window
  double u = 0.0;                         // standard uncertainty of that mean, W
  std::optional<double> lowest, highest;  // reading or rate of the window, W; none: not known
};

struct IdleNode {
  std::string node;
  std::string why;  // no baseline: one sentence; empty: it has one
  double watts = 0.0, u = 0.0;
  // Sums of what its series drew least and most, W: limits of its power. none: not known of one.
  std::optional<double> lowest, highest;
  std::string basis;
  std::vector<std::string> codes;
  std::vector<IdleSeries> series;
};

struct IdleFile {
  WindowRecord window;
  double duration = 0.0;    // s
  std::string server;       // address without credentials
  std::string power_state;  // as the user put it; telemetry cannot tell
  std::vector<IdleNode> nodes;
  std::vector<std::string> notes;  // what looks unusual though it is no reason to refuse
};

inline constexpr std::string_view kIdleSchema = "joulemark.idle/1";

std::string idle_to_json(const IdleFile& file);
// name: shown in errors. kInvalid: no JSON, another schema, another major version of the method, a
// window below 300 s, a power or uncertainty that is no amount, a node twice. Unknown keys are
// ignored: a program wrote it.
Result<IdleFile> idle_from_json(std::string_view text, const std::string& name);

// The baseline of a node for the series that will be split (W-1). kNotPresent: the file has none
// of this node, and why; kInvalid: it was measured on other series, which are named.
Result<IdleNode> baseline_of(const IdleFile& file, const std::string& node,
                             std::vector<SensorIdentity> counted);

}  // namespace joulemark
