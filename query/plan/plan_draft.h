// The first version of a plan, from what the server has: members filled in, all else as comments
// that teach the keys.
#pragma once

#include <string>
#include <vector>

namespace joulemark {

struct DraftedNode {
  std::string name;
  std::vector<std::string> sources;
  std::string basis;  // as its exporter says; empty: not told
};
struct PlanFacts {
  std::string server;
  std::vector<DraftedNode> nodes;   // members by their own sensors
  std::vector<std::string> scopes;  // of PDUs, shelves, chassis: what may feed them
};

// Reads as a plan as it stands.
std::string plan_draft(const PlanFacts& facts);

}  // namespace joulemark
