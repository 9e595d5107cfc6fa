// What the server has now: the facts behind `joulemark nodes`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/units.h"
#include "promapi/client.h"

namespace joulemark {

struct NodeFacts {
  std::string cluster, node;
  std::vector<std::string> exporters;  // sorted, once each; so are the sources
  std::vector<std::string> sources;
  std::size_t sensors = 0;  // with a reading within the look-back
  UtcTime last_reading;     // the newest of the node's
  double age = 0.0;         // s, by the server's clock
  std::optional<double>
      scrape_interval;               // s, median; the slowest exporter; empty: fewer than 2 scrapes
  std::optional<std::string> basis;  // of joulemark_node_*, where served
  std::optional<bool> complete;
  std::optional<double> power;  // W, as the exporter sums it; a glance, not a result
};

struct NodeList {
  UtcTime server_time;
  std::vector<NodeFacts> nodes;  // sorted by cluster, node
};

// Nodes with a reading in the look-back before the server's now. Empty list: none; LABEL_CONFLICT
// and SERVER_PARTIAL as for fetch().
Result<NodeList> list_nodes(PrometheusClient& client, const std::vector<LabelMatcher>& matchers,
                            Duration lookback = std::chrono::minutes(5));

}  // namespace joulemark
