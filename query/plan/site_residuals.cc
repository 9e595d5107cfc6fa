#include "query/plan/site_residuals.h"

#include <fmt/format.h>

#include <map>

#include "measurement/uncertainty.h"

namespace joulemark {
namespace {

constexpr std::pair<double, double> kShelfOverTrays{0.03, 0.07};
constexpr std::pair<double, double> kOutletsOverPsus{0.0, 0.01};
constexpr double kFeeding = 10.0;  // W: a sleeping PSU reads 0 W rightly

struct UnitAt {
  const NodeReport* report = nullptr;
  const NodeMeasurement* measured = nullptr;
};
using UnitsByName = std::map<std::string, UnitAt>;

UnitsByName units_by_name(const Report& report, const Measurements& measured) {
  UnitsByName out;
  for (std::size_t i = 0; i < measured.nodes.size(); ++i)
    out[measured.nodes[i].node] = {&report.nodes[i], &measured.nodes[i]};
  return out;
}

std::vector<std::size_t> psu_inputs(const NodeMeasurement& node) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < node.series.size(); ++i) {
    const Sensor& sensor = node.sensors[i]->sensor;
    if (sensor.component == Component::kPsu && sensor.boundary == Boundary::kAcInput &&
        node.alive[i] && !node.series[i].energy.refused && node.series[i].role != MemberRole::kDual)
      out.push_back(i);
  }
  return out;
}

std::size_t with_power(const NodeMeasurement& node, const std::vector<std::size_t>& series) {
  std::size_t out = 0;
  for (const std::size_t i : series) {
    const SeriesEnergy& e = node.series[i].energy;
    if (e.duration > 0.0 && e.energy / e.duration > kFeeding) ++out;
  }
  return out;
}

std::vector<SeriesEnergy> energies_of(const NodeMeasurement& node,
                                      const std::vector<std::size_t>& series) {
  std::vector<SeriesEnergy> out;
  out.reserve(series.size());
  for (const std::size_t i : series) out.push_back(node.series[i].energy);
  return out;
}

Residual residual_over(const UnitAt& scope, const std::vector<SeriesEnergy>& inside,
                       std::string what, std::pair<double, double> expected) {
  const auto whole = energies_of(*scope.measured, scope.measured->choice.counted->members);
  Residual out{scope.report->node, std::move(what), 0.0, 0.0, 0.0, expected, false};
  Budget budget;
  double above = 0.0;
  for (const SeriesEnergy& part : whole) {
    above += part.energy;
    budget.insert(budget.end(), part.budget.begin(), part.budget.end());
  }
  out.energy = above;
  for (const SeriesEnergy& part : inside) {
    out.energy -= part.energy;
    budget.insert(budget.end(), part.budget.begin(), part.budget.end());
  }
  out.U = combine(budget).U;
  out.fraction = above > 0.0 ? out.energy / above : 0.0;
  out.mismatch =
      out.energy + out.U < expected.first * above || out.energy - out.U > expected.second * above;
  return out;
}

// All that a shelf feeds, each as a whole and in DC; empty if one of them is not known so.
std::vector<SeriesEnergy> trays_behind(const NodeReport& scope, const UnitsByName& units) {
  std::vector<SeriesEnergy> out;
  for (const std::string& name : scope.feeds) {
    const auto found = units.find(name);
    if (found == units.end() || found->second.measured->refused) return {};
    const NodeReport& tray = *found->second.report;
    if (tray.supply != Supply::kDc || !tray.complete) return {};
    for (SeriesEnergy& part :
         energies_of(*found->second.measured, found->second.measured->choice.counted->members))
      out.push_back(std::move(part));
  }
  return out;
}

void compare_outlets(const UnitAt& scope, const UnitsByName& units, NodeReport& report,
                     std::vector<Residual>& out) {
  const auto node = units.find(report.feeds.front());
  if (node == units.end() || node->second.measured->refused) return;
  const NodeMeasurement& inside = *node->second.measured;
  const auto inputs = psu_inputs(inside);
  if (inputs.empty()) return;
  const auto& outlets = scope.measured->choice.counted->members;
  if (with_power(*scope.measured, outlets) != with_power(inside, inputs))
    report.codes.insert(Code::kFeedMismatch);
  out.push_back(residual_over(scope, energies_of(inside, inputs), "outlets over PSU inputs",
                              kOutletsOverPsus));
}

}  // namespace

void add_site_residuals(Report& report, const Measurements& measured) {
  const UnitsByName units = units_by_name(report, measured);
  for (std::size_t i = 0; i < measured.nodes.size(); ++i) {
    NodeReport& scope = report.nodes[i];
    if (!scope.counted() || !scope.is_scope() || scope.equipment) continue;
    std::vector<Residual> found;
    if (scope.basis == Basis::kOutlets && scope.feeds.size() == 1)
      compare_outlets({&scope, &measured.nodes[i]}, units, scope, found);
    else if (const auto trays = trays_behind(scope, units); !trays.empty())
      found.push_back(residual_over({&scope, &measured.nodes[i]}, trays, "shelves over trays",
                                    kShelfOverTrays));
    for (Residual& residual : found) {
      if (residual.mismatch) scope.codes.insert(Code::kCoverMismatch);
      report.total.residuals.push_back(std::move(residual));
    }
  }
}

}  // namespace joulemark
