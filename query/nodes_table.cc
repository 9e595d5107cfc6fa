#include "query/nodes_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/time_text.h"
#include "query/figures.h"
#include "query/screen.h"

namespace joulemark {
namespace {

constexpr std::size_t kWidest = 28;

constexpr const char* kNothing = R"(no node with joulemark series in the last 5 minutes.
The exporter runs on every node: joulemark-exporter --web.listen-address=:11818
and the server scrapes it, with this in its configuration:

  scrape_configs:
    - job_name: joulemark
      scrape_interval: 1s
      honor_labels: true
      static_configs: [{targets: ["NODE:11818"]}]
)";

std::string basis_text(const NodeFacts& node) {
  if (!node.basis) return "-";
  return *node.basis + (node.complete.value_or(false) ? "" : " (partial)");
}

std::optional<double> clock_of(const NodeFacts& node, const std::map<std::string, double>& clocks) {
  std::optional<double> out;
  for (const std::string& exporter : node.exporters) {
    const auto found = clocks.find(exporter);
    if (found == clocks.end()) return std::nullopt;
    out = std::max(out.value_or(0.0), found->second);
  }
  return out;
}

std::string power_text(double watts) {
  return watts < 1e4 ? fmt::format("{:.0f} W", watts) : fmt::format("{:.1f} kW", watts / 1e3);
}

Lines row_of(const NodeFacts& node, const std::map<std::string, double>& clocks, bool clusters) {
  const auto clock = clock_of(node, clocks);
  Lines out{node.node,
            join(node.sources, ","),
            std::to_string(node.sensors),
            basis_text(node),
            node.power ? power_text(*node.power) : "-",
            short_seconds(std::max(0.0, node.age)) + " ago",
            node.scrape_interval ? short_seconds(*node.scrape_interval) : "-",
            clock ? short_seconds(*clock) : "unknown",
            join(node.exporters, ",")};
  if (clusters) out.insert(out.begin(), node.cluster);
  return out;
}

}  // namespace

std::string nodes_to_text(const NodesReport& report) {
  std::string out = report.server + "\n";
  for (const std::string& name : report.not_found) out += "no series of node " + name + "\n";
  if (report.list.nodes.empty()) return out + (report.not_found.empty() ? kNothing : "");
  const bool clusters = std::any_of(report.list.nodes.begin(), report.list.nodes.end(),
                                    [](const NodeFacts& node) { return !node.cluster.empty(); });
  std::vector<Lines> rows{{"NODE", "SOURCES", "SENSORS", "BASIS", "POWER", "READ", "SCRAPED EVERY",
                           "CLOCK WITHIN", "EXPORTERS"}};
  if (clusters) rows.front().insert(rows.front().begin(), "CLUSTER");
  for (const NodeFacts& node : report.list.nodes)
    rows.push_back(row_of(node, report.clocks, clusters));
  return out + align(rows, kWidest);
}

}  // namespace joulemark
