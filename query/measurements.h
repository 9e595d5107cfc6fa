// All nodes of one request, measured: METHOD S-5 needs the cover for its delta, and the cover needs
// the energies.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/result.h"
#include "query/clock_bounds.h"
#include "query/node_evaluation.h"
#include "query/telemetry.h"

namespace joulemark {

using Members = std::map<std::string, std::vector<const SensorTelemetry*>>;

// The series of each node. kInvalid (LABEL_CONFLICT): one node name in two clusters.
Result<Members> members_of(const Telemetry& telemetry);

struct Measurements {
  std::vector<NodeMeasurement> nodes;  // with at least one series
  std::vector<std::string> missing;
  ClockBounds clocks;
};

Measurements measure_nodes(const Telemetry& telemetry, const Members& members,
                           const std::vector<std::string>& names, const Window& window,
                           const WindowClockBound& clock);

// Of the nodes that have a figure.
std::set<std::string> exporters_of_cover(const std::vector<NodeMeasurement>& nodes);

}  // namespace joulemark
