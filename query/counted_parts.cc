#include "query/counted_parts.h"

#include <fmt/format.h>

#include <map>

#include "query/counted_rows.h"
#include "query/figures.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostSingleRows = 6;

void add_estimates(const Report& report, std::vector<CountedPart>& out) {
  double filled = 0.0;
  double missed = 0.0;
  double unmeasured = 0.0;
  each_counted(report.nodes, [&](const NodeReport& node, const SeriesReport& series) {
    filled += counted_per_metered(node) * series.energy.filled;
    missed += counted_per_metered(node) * series.energy.missed;
  });
  for (const NodeReport& node : report.nodes)
    if (node.counted()) unmeasured += node.estimated;
  if (filled > 0.0)
    out.push_back({"time without readings", filled, "ESTIMATED: mean power of the rest", true});
  if (missed > 0.0)
    out.push_back({"around counter resets", missed, "ESTIMATED: rate beside the reset", true});
  if (unmeasured > 0.0)
    out.push_back({"unmeasured parts of the members", unmeasured,
                   "ESTIMATED: middle of the limits in the plan", true});
  for (const SharedReport& shared : report.shared)
    out.push_back(
        {fmt::format("{} ({})", shared.name, shared.kind), shared.energy, shared.how, true});
}

// What the total holds beyond all rows: members without energy, from floor and nameplate (N-3).
void add_missing_members(const Report& report, std::vector<CountedPart>& out) {
  if (!report.total.reasons.contains(Code::kEstimatedMembers)) return;
  double rest = report.total.figure.energy;
  for (const CountedPart& part : out) rest -= part.energy;
  std::vector<std::string> names;
  for (const NodeReport& node : report.nodes)
    if (node.lost()) names.push_back(node.node);
  out.push_back({"members without energy: " + name_list(names, 3), rest,
                 "ESTIMATED: between measured idle and nameplate", true});
}

}  // namespace

double counted_per_metered(const NodeReport& unit) {
  if (unit.steps.empty()) return 1.0;
  double at_meters = 0.0;
  for (const SeriesReport& series : unit.series)
    if (series.role == MemberRole::kCounted) at_meters += series.energy.energy;
  return at_meters > 0.0 ? (unit.figure.energy - unit.estimated) / at_meters : 1.0;
}

std::vector<CountedPart> counted_parts(const Report& report) {
  std::size_t series_count = 0;
  each_counted(report.nodes, [&](const NodeReport&, const SeriesReport&) { ++series_count; });
  auto out =
      series_count <= kMostSingleRows ? single_rows(report.nodes) : grouped_rows(report.nodes);
  add_estimates(report, out);
  add_missing_members(report, out);
  return out;
}

std::vector<std::string> not_counted(const std::vector<NodeReport>& nodes) {
  std::vector<std::string> missing;
  std::map<Basis, std::size_t> partial;
  for (const NodeReport& node : nodes) {
    if (node.lost())
      missing.push_back(node.node);
    else if (node.counted() && !node.complete)
      ++partial[node.basis];
  }
  std::vector<std::string> out;
  if (!missing.empty())
    out.push_back(name_list(missing, 5) +
                  (missing.size() == 1 ? " (whole node)" : " (whole nodes)"));
  for (const auto& [basis, nodes_of_basis] : partial)
    out.push_back(fmt::format("{}: what lies outside basis {} (boards, fans, conversion losses)",
                              count(nodes_of_basis, "node"), to_string(basis)));
  return out;
}

}  // namespace joulemark
