#include "query/node_ranking.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

namespace joulemark {
namespace {

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double worst_gap(const NodeReport& node) {
  double out = 0.0;
  for (const SeriesReport& series : node.series)
    if (series.role == MemberRole::kCounted) out = std::max(out, series.energy.gap_fraction);
  return out;
}

std::map<std::string, double> medians_by_model(const std::vector<RankedNode>& nodes) {
  std::map<std::string, std::vector<double>> energies;
  for (const RankedNode& node : nodes)
    energies[node.report->model].push_back(node.report->figure.energy);
  std::map<std::string, double> out;
  for (const auto& [model, values] : energies) out[model] = median_of(values);
  return out;
}

}  // namespace

std::vector<RankedNode> ranked_nodes(const Report& report) {
  std::vector<RankedNode> out;
  for (const NodeReport& node : report.nodes)
    if (node.status == NodeReport::Status::kOk && node.figure.energy > 0.0)
      out.push_back({&node, node.figure.headline_U / node.figure.energy, worst_gap(node), 0.0});
  const auto medians = medians_by_model(out);
  for (RankedNode& node : out)
    node.deviation = node.report->figure.energy / medians.at(node.report->model) - 1.0;
  return out;
}

}  // namespace joulemark
