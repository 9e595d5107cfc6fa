// Many nodes: never all of them, but the worst ten by U, by gap and by deviation from the median of
// their model.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "query/figures.h"
#include "query/report_blocks.h"

namespace joulemark {
namespace {

constexpr std::size_t kWorst = 10;
constexpr std::size_t kNameColumns = 20;

struct Entry {
  std::string node;
  double value = 0.0;
};

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

std::vector<const NodeReport*> measured(const Report& report) {
  std::vector<const NodeReport*> out;
  for (const NodeReport& node : report.nodes)
    if (node.status == NodeReport::Status::kOk && node.figure.energy > 0.0) out.push_back(&node);
  return out;
}

std::vector<Entry> deviations(const std::vector<const NodeReport*>& nodes) {
  std::map<std::string, std::vector<double>> by_model;
  for (const NodeReport* node : nodes) by_model[node->model].push_back(node->figure.energy);
  std::map<std::string, double> medians;
  for (const auto& [model, energies] : by_model) medians[model] = median_of(energies);
  std::vector<Entry> out;
  for (const NodeReport* node : nodes)
    out.push_back({node->node, node->figure.energy / medians[node->model] - 1.0});
  return out;
}

std::vector<Entry> worst(std::vector<Entry> entries) {
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::abs(a.value) > std::abs(b.value);
  });
  if (entries.size() > kWorst) entries.resize(kWorst);
  return entries;
}

Lines column(std::string_view title, const std::vector<Entry>& entries, bool sign) {
  Lines out{"  " + std::string(title)};
  for (const Entry& entry : entries) {
    const std::string value =
        sign ? fmt::format("{:+.1f} %", 100.0 * entry.value) : percent(entry.value);
    out.push_back("  " + pad(cut(entry.node, kNameColumns), kNameColumns) + pad_left(value, 9));
  }
  return out;
}

}  // namespace

Lines worst_nodes_block(const Report& report) {
  const auto nodes = measured(report);
  if (nodes.empty()) return {};
  std::vector<Entry> uncertain;
  std::vector<Entry> gaps;
  for (const NodeReport* node : nodes) {
    uncertain.push_back({node->node, node->figure.headline_U / node->figure.energy});
    if (const double gap = worst_gap(*node); gap > 0.0) gaps.push_back({node->node, gap});
  }
  Lines out{fmt::format("WORST NODES of {}", nodes.size())};
  const Lines gap_column = gaps.empty() ? Lines{"  by time without data: none"}
                                        : column("by time without data", worst(gaps), false);
  append(out, side_by_side(
                  side_by_side(column("by U", worst(uncertain), false), gap_column, 36),
                  column("by E against its model's median", worst(deviations(nodes)), true), 72));
  return out;
}

}  // namespace joulemark
