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
  std::size_t sensors = 0;
  double scrape_interval = 0.0;
};
using Key = std::tuple<Basis, std::string, SeriesKind>;  // basis, source, method

std::string how_known(SeriesKind method, double scrape_interval) {
  const char* what = method == SeriesKind::kCounter      ? "energy counter"
                     : method == SeriesKind::kIntegrated ? "power, integrated"
                                                         : "power samples";
  if (!(scrape_interval > 0.0)) return fmt::format("measured, {}", what);
  return fmt::format("measured, {}, {} scrapes", what, short_seconds(scrape_interval));
}

double measured_energy(const SeriesEnergy& energy) {
  return energy.energy - energy.filled - energy.missed;
}

template <class Visit>
void each_counted(const std::vector<NodeReport>& nodes, Visit visit) {
  for (const NodeReport& node : nodes) {
    if (node.status != NodeReport::Status::kOk) continue;
    for (const SeriesReport& series : node.series)
      if (series.role == MemberRole::kCounted) visit(node, series);
  }
}

std::vector<CountedPart> single_rows(const std::vector<NodeReport>& nodes) {
  std::vector<CountedPart> out;
  each_counted(nodes, [&](const NodeReport& node, const SeriesReport& series) {
    out.push_back(
        {fmt::format("{} {} {} ({})", node.node, series.source, series.sensor, series.scope),
         measured_energy(series.energy), how_known(series.method, series.scrape_interval), false});
  });
  return out;
}

std::vector<CountedPart> grouped_rows(const std::vector<NodeReport>& nodes) {
  std::map<Key, Group> groups;
  each_counted(nodes, [&](const NodeReport& node, const SeriesReport& series) {
    Group& group = groups[{node.basis, series.source, series.method}];
    group.energy += measured_energy(series.energy);
    group.nodes.insert(node.node);
    ++group.sensors;
    group.scrape_interval = std::max(group.scrape_interval, series.scrape_interval);
  });
  std::vector<CountedPart> out;
  for (const auto& [key, group] : groups) {
    const auto& [basis, source, method] = key;
    out.push_back({fmt::format("{}: {}, {} ({})", count(group.nodes.size(), "node"),
                               to_string(basis), count(group.sensors, "sensor"), source),
                   group.energy, how_known(method, group.scrape_interval), false});
  }
  return out;
}

}  // namespace

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

std::vector<CountedPart> counted_parts(const std::vector<NodeReport>& nodes) {
  std::size_t series_count = 0;
  double filled = 0.0;
  double missed = 0.0;
  each_counted(nodes, [&](const NodeReport&, const SeriesReport& series) {
    ++series_count;
    filled += series.energy.filled;
    missed += series.energy.missed;
  });
  auto out = series_count <= kMostSingleRows ? single_rows(nodes) : grouped_rows(nodes);
  if (filled > 0.0)
    out.push_back({"time without readings", filled, "ESTIMATED: mean power of the rest", true});
  if (missed > 0.0)
    out.push_back({"around counter resets", missed, "ESTIMATED: rate beside the reset", true});
  return out;
}

std::vector<std::string> not_counted(const std::vector<NodeReport>& nodes) {
  std::vector<std::string> missing;
  std::map<Basis, std::size_t> partial;
  for (const NodeReport& node : nodes) {
    if (node.status != NodeReport::Status::kOk)
      missing.push_back(node.node);
    else if (!node.complete)
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
