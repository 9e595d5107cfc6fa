#include "query/plan/site_other_covers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "query/figures.h"

namespace joulemark {
namespace {

using UnitsByMember = std::map<std::string, const NodeReport*>;

bool has_figure(const NodeReport& unit) {
  return unit.status != NodeReport::Status::kRefused &&
         unit.status != NodeReport::Status::kMissing && !unit.series.empty() &&
         unit.figure.status == Total::Status::kComplete;
}

struct Sum {
  double energy = 0.0, U = 0.0;  // U adds linearly: what the units share is not looked for
  Supply supply = Supply::kUnknown;
};

std::optional<Sum> sum_of(const std::set<const NodeReport*>& units) {
  Sum out;
  for (const NodeReport* unit : units) {
    if (out.energy > 0.0 && unit->supply != out.supply) return {};
    out.supply = unit->supply;
    out.energy += unit->figure.energy;
    out.U += unit->figure.headline_U;
  }
  if (!(out.energy > 0.0)) return {};
  return out;
}

// Every member's own complete cover.
std::optional<Sum> own_meters(const NodeReport& scope, const UnitsByMember& members) {
  std::set<const NodeReport*> units;
  for (const std::string& name : scope.feeds) {
    const auto found = members.find(name);
    if (found == members.end() || !found->second->complete || !has_figure(*found->second))
      return {};
    units.insert(found->second);
  }
  return sum_of(units);
}

// What was counted for exactly the members of this scope.
std::optional<Sum> counted_for(const NodeReport& scope, const UnitsByMember& counted_by) {
  std::set<const NodeReport*> units;
  std::size_t members = 0;
  for (const std::string& name : scope.feeds) {
    const auto found = counted_by.find(name);
    if (found == counted_by.end()) return {};
    if (units.insert(found->second).second)
      members += std::max<std::size_t>(1, found->second->feeds.size());
  }
  return members == scope.feeds.size() ? sum_of(units) : std::nullopt;
}

UnitsByMember members_by_name(const std::vector<NodeReport>& units) {
  UnitsByMember out;
  for (const NodeReport& unit : units)
    if (!unit.is_scope()) out[unit.node] = &unit;
  return out;
}

UnitsByMember counted_by_member(const std::vector<NodeReport>& units) {
  UnitsByMember out;
  for (const NodeReport& unit : units) {
    if (!unit.counted()) continue;
    if (unit.feeds.empty()) out[unit.node] = &unit;
    for (const std::string& name : unit.feeds) out[name] = &unit;
  }
  return out;
}

}  // namespace

void add_site_other_covers(Report& report) {
  const UnitsByMember members = members_by_name(report.nodes);
  const UnitsByMember counted_by = counted_by_member(report.nodes);
  const auto add = [&](const NodeReport& scope, std::string what, const Sum& other,
                       double counted) {
    report.total.other_units.push_back({scope.node, std::move(what), scope.feeds.size(),
                                        other.supply, other.energy, other.U,
                                        other.energy / counted});
  };
  for (const NodeReport& scope : report.nodes) {
    if (!scope.is_scope() || scope.equipment || !has_figure(scope)) continue;
    if (scope.counted()) {
      if (const auto own = own_meters(scope, members))
        add(scope, "own meters of its members", *own, scope.figure.energy);
    } else if (const auto counted = counted_for(scope, counted_by)) {
      add(scope, "the scope itself", {scope.figure.energy, scope.figure.headline_U, scope.supply},
          counted->energy);
    }
  }
}

}  // namespace joulemark
