#include <nlohmann/json.hpp>

#include "core/time_text.h"
#include "query/nodes_table.h"

namespace joulemark {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json node_json(const NodeFacts& node, const std::map<std::string, double>& clocks) {
  Json bounds = Json::object();
  for (const std::string& exporter : node.exporters) {
    const auto found = clocks.find(exporter);
    bounds[exporter] = found == clocks.end() ? Json() : Json(found->second);
  }
  return {{"cluster", node.cluster},
          {"node", node.node},
          {"exporters", node.exporters},
          {"sources", node.sources},
          {"sensors", node.sensors},
          {"basis", or_null(node.basis)},
          {"complete", or_null(node.complete)},
          {"power_watts", or_null(node.power)},
          {"last_reading", format_time(node.last_reading, 9)},
          {"age_s", node.age},
          {"scrape_interval_s", or_null(node.scrape_interval)},
          {"clock_bound_s", bounds}};
}

}  // namespace

std::string nodes_to_json(const NodesReport& report) {
  Json out{{"schema", "joulemark.nodes/1"},
           {"server", report.server},
           {"server_time", format_time(report.list.server_time, 9)},
           {"nodes", Json::array()},
           {"not_found", report.not_found}};
  for (const NodeFacts& node : report.list.nodes)
    out["nodes"].push_back(node_json(node, report.clocks));
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace joulemark
