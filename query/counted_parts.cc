#include "query/counted_parts.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <tuple>

#include "query/figures.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostSingleRows = 6;

struct Group {
  double energy = 0.0;
  std::set<std::string> nodes;
  std::string how;
  std::size_t sensors = 0;
  double scrape_interval = 0.0;
};
// basis, source, method, role of the members or name of the equipment
using Key = std::tuple<Basis, std::string, SeriesKind, std::string>;

std::string how_known(SeriesKind method, double scrape_interval) {
  const char* what = method == SeriesKind::kCounter      ? "energy counter"
                     : method == SeriesKind::kIntegrated ? "power, integrated"
                                                         : "power samples";
  if (!(scrape_interval > 0.0)) return fmt::format("measured, {}", what);
  return fmt::format("measured, {}, {} scrapes", what, short_seconds(scrape_interval));
}

double measured_energy(const NodeReport& unit, const SeriesEnergy& energy) {
  return counted_per_metered(unit) * (energy.energy - energy.filled - energy.missed);
}

std::string with_steps(const NodeReport& unit, std::string how) {
  for (const std::string& step : unit.steps)
    if (!step.starts_with("S-3") && !step.starts_with("X not"))
      how += ", " + step.substr(0, step.find(' ') - 1);
  return how;
}

template <class Visit>
void each_counted(const std::vector<NodeReport>& nodes, Visit visit) {
  for (const NodeReport& node : nodes) {
    if (!node.counted()) continue;
    for (const SeriesReport& series : node.series)
      if (series.role == MemberRole::kCounted) visit(node, series);
  }
}

std::vector<CountedPart> single_rows(const std::vector<NodeReport>& nodes) {
  std::vector<CountedPart> out;
  each_counted(nodes, [&](const NodeReport& node, const SeriesReport& series) {
    out.push_back(
        {fmt::format("{} {} {} ({})", node.node, series.source, series.sensor, series.scope),
         measured_energy(node, series.energy),
         with_steps(node, how_known(series.method, series.scrape_interval)), false});
  });
  return out;
}

// Nodes are many and alike; racks and the like are few and have names.
std::string named_or_counted(const std::set<std::string>& names) {
  constexpr std::size_t kFew = 2;
  const bool scopes = names.begin()->find_first_of(": ") != std::string::npos;
  if (names.size() == 1 || (scopes && names.size() <= kFew))
    return name_list({names.begin(), names.end()}, kFew);
  const bool outlets = names.begin()->starts_with("outlets of ");
  return count(names.size(), outlets || !scopes ? "node" : "scope");
}

std::vector<CountedPart> grouped_rows(const std::vector<NodeReport>& nodes) {
  std::map<Key, Group> groups;
  each_counted(nodes, [&](const NodeReport& node, const SeriesReport& series) {
    Group& group =
        groups[{node.basis, series.source, series.method, node.equipment ? node.node : node.role}];
    group.energy += measured_energy(node, series.energy);
    group.nodes.insert(node.node);
    group.how = with_steps(node, "");
    ++group.sensors;
    group.scrape_interval = std::max(group.scrape_interval, series.scrape_interval);
  });
  std::vector<CountedPart> out;
  for (const auto& [key, group] : groups) {
    const auto& [basis, source, method, role] = key;
    out.push_back({fmt::format("{}{}: {}, {} ({})", role.empty() ? "" : role + ", ",
                               named_or_counted(group.nodes), to_string(basis),
                               count(group.sensors, "sensor"), source),
                   group.energy, how_known(method, group.scrape_interval) + group.how, false});
  }
  return out;
}

}  // namespace

double counted_per_metered(const NodeReport& unit) {
  if (unit.steps.empty()) return 1.0;
  double at_meters = 0.0;
  for (const SeriesReport& series : unit.series)
    if (series.role == MemberRole::kCounted) at_meters += series.energy.energy;
  return at_meters > 0.0 ? (unit.figure.energy - unit.estimated) / at_meters : 1.0;
}

std::string_view to_string(SeriesKind kind) {
  switch (kind) {
    case SeriesKind::kGauge:
      return "power";
    case SeriesKind::kCounter:
      return "counter";
    case SeriesKind::kIntegrated:
      return "integrated";
  }
  return {};
}

std::string_view to_string(NodeReport::Status status) {
  switch (status) {
    case NodeReport::Status::kOk:
      return "ok";
    case NodeReport::Status::kRefused:
      return "refused";
    case NodeReport::Status::kMissing:
      return "missing";
    case NodeReport::Status::kCovered:
      return "covered";
    case NodeReport::Status::kUnused:
      return "unused";
  }
  return {};
}

std::string place_of(Basis basis) {
  switch (basis) {
    case Basis::kOutlets:
      return "PDU outlets";
    case Basis::kAcInput:
      return "PSU or shelf inputs";
    case Basis::kCray:
      return "Cray node meter";
    case Basis::kPlatform:
      return "platform firmware";
    case Basis::kChassis:
      return "chassis meter";
    case Basis::kModule:
      return "modules";
    case Basis::kBattery:
      return "battery";
    case Basis::kPsys:
      return "platform (psys)";
    case Basis::kBoardInput:
      return "board input";
    case Basis::kComponents:
      return "components (CPU, memory, GPU), not the whole node";
  }
  return {};
}

namespace {

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
