#include "query/measurements.h"

namespace joulemark {
namespace {

std::set<std::string> exporters_of(const Members& members, const std::vector<std::string>& names) {
  std::set<std::string> out;
  for (const std::string& name : names)
    if (const auto found = members.find(name); found != members.end())
      for (const SensorTelemetry* sensor : found->second) out.insert(sensor->exporter);
  return out;
}

Measurements measure_with(const ClockBounds& clocks, const Members& members,
                          const std::vector<std::string>& names, const Window& window) {
  Measurements out{{}, {}, clocks};
  for (const std::string& name : names) {
    const auto found = members.find(name);
    if (found == members.end())
      out.missing.push_back(name);
    else
      out.nodes.push_back(measure_node(name, found->second, window, clocks));
  }
  return out;
}

}  // namespace

Result<Members> members_of(const Telemetry& telemetry) {
  Members out;
  std::map<std::string, std::string> cluster;
  for (const SensorTelemetry& sensor : telemetry.sensors) {
    const std::string& node = sensor.sensor.node;
    const auto [at, first] = cluster.emplace(node, sensor.cluster);
    if (!first && at->second != sensor.cluster)
      return fail(ErrorCode::kInvalid,
                  "LABEL_CONFLICT: node " + node + " exists in the clusters '" + at->second +
                      "' and '" + sensor.cluster + "': choose one with --match 'cluster=\"...\"'");
    out[node].push_back(&sensor);
  }
  return out;
}

std::set<std::string> exporters_of_cover(const std::vector<NodeMeasurement>& nodes) {
  std::set<std::string> out;
  for (const NodeMeasurement& node : nodes)
    if (!node.refused)
      for (const std::size_t i : node.choice.counted->members)
        out.insert(node.sensors[i]->exporter);
  return out;
}

// METHOD S-5: delta is that of the cover, and the cover is known only after a first pass.
Measurements measure_nodes(const Telemetry& telemetry, const Members& members,
                           const std::vector<std::string>& names, const Window& window,
                           const WindowClockBound& clock) {
  const ClockBounds all(telemetry.clocks, exporters_of(members, names), clock);
  Measurements first = measure_with(all, members, names, window);
  const auto counted = exporters_of_cover(first.nodes);
  if (counted.empty()) return first;
  const ClockBounds cover(telemetry.clocks, counted, clock);
  if (cover.delta() == all.delta()) {
    first.clocks = cover;
    return first;
  }
  return measure_with(cover, members, names, window);
}

}  // namespace joulemark
