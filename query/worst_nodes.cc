// Many nodes: never all of them, but the worst ten by U, by gap and by deviation from the median of
// their model.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "query/figures.h"
#include "query/node_ranking.h"
#include "query/report_blocks.h"

namespace joulemark {
namespace {

using Entry = std::pair<std::string, double>;  // node, value

constexpr std::size_t kWorst = 10;
constexpr std::size_t kNameColumns = 20;

std::vector<Entry> worst(std::vector<Entry> entries) {
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::abs(a.second) > std::abs(b.second);
  });
  if (entries.size() > kWorst) entries.resize(kWorst);
  return entries;
}

Lines column(std::string_view title, const std::vector<Entry>& entries, bool sign) {
  Lines out{"  " + std::string(title)};
  for (const Entry& entry : entries) {
    const std::string value =
        sign ? fmt::format("{:+.1f} %", 100.0 * entry.second) : percent(entry.second);
    out.push_back("  " + pad(cut(entry.first, kNameColumns), kNameColumns) + pad_left(value, 9));
  }
  return out;
}

}  // namespace

Lines worst_nodes_block(const Report& report) {
  const auto nodes = ranked_nodes(report);
  if (nodes.empty()) return {};
  std::vector<Entry> uncertain;
  std::vector<Entry> gaps;
  std::vector<Entry> deviations;
  for (const RankedNode& node : nodes) {
    uncertain.emplace_back(node.report->node, node.relative_U);
    deviations.emplace_back(node.report->node, node.deviation);
    if (node.gap > 0.0) gaps.emplace_back(node.report->node, node.gap);
  }
  Lines out{fmt::format("WORST NODES of {}", nodes.size())};
  const Lines gap_column = gaps.empty() ? Lines{"  by time without data: none"}
                                        : column("by time without data", worst(gaps), false);
  append(out, side_by_side(side_by_side(column("by U", worst(uncertain), false), gap_column, 36),
                           column("by E against its model's median", worst(deviations), true), 72));
  return out;
}

}  // namespace joulemark
