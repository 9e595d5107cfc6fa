#include "query/duplicates.h"

#include <set>

#include "measurement/duplicate.h"

namespace joulemark {

void mark_duplicates(std::vector<NodeReport>& reports, const std::vector<NodeMeasurement>& nodes,
                     Evidence& evidence) {
  std::vector<const Series*> series;
  std::vector<std::string> owner;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const NodeMeasurement& node = nodes[n];
    if (!reports[n].counted()) continue;
    for (const std::size_t i : node.choice.counted->members) {
      series.push_back(&node.sensors[i]->series);
      owner.push_back(node.node);
    }
  }
  std::set<std::string> involved;
  for (const auto& [a, b] : duplicate_series(series)) {
    if (owner[a] == owner[b]) continue;
    ++evidence.duplicates;
    involved.insert({owner[a], owner[b]});
  }
  for (NodeReport& node : reports)
    if (involved.contains(node.node)) node.codes.insert(Code::kDuplicateSeries);
}

}  // namespace joulemark
