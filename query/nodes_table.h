// The table of `joulemark nodes`: what a user types first.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "query/fetch_nodes.h"

namespace joulemark {

struct NodesReport {
  std::string server;  // product, version and address
  NodeList list;
  std::map<std::string, double> clocks;  // bound of each exporter's clock, s; absent: not known
  std::vector<std::string> not_found;    // asked for by name
};

std::string nodes_to_text(const NodesReport& report);
std::string nodes_to_json(const NodesReport& report);

}  // namespace joulemark
