#include "query/counted_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "query/counted_parts.h"
#include "query/figures.h"

namespace joulemark {
namespace {

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
    if (!step.starts_with("S-3") && step.find(" not used: ") == std::string::npos)
      how += ", " + step.substr(0, step.find(' ') - 1);
  return how;
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

}  // namespace

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

}  // namespace joulemark
