#include "measurement/comparison.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/names.h"
#include "measurement/numbers.h"
#include "measurement/uncertainty.h"

namespace joulemark {
namespace {

constexpr NameTable<Comparison, 4> kComparisonNames{{
    {Comparison::kLower, "LOWER"},
    {Comparison::kHigher, "HIGHER"},
    {Comparison::kTie, "TIE"},
    {Comparison::kNotComparable, "NOT_COMPARABLE"},
}};

using Reasons = std::vector<std::string>;

bool usable(const ComparedSystem& system) {
  return is_positive(system.energy) && is_positive(system.work) && is_amount(system.u_work) &&
         is_amount(system.alias_bound) &&
         std::all_of(system.parts.begin(), system.parts.end(),
                     [](const ComparedPart& part) { return is_budget(part.budget); });
}

void add_reasons_of_side(Reasons& reasons, const std::string& side, const ComparedSystem& system) {
  if (system.refused)
    reasons.push_back(side + " is refused or incomplete");
  else if (!usable(system))
    reasons.push_back(side + " has no energy, work or uncertainty that is a usable number");
  if (system.cls == Class::kReferenceOnly) reasons.push_back(side + " is reference-only");
}

Reasons reasons_against(const ComparedSystem& a, const ComparedSystem& b) {
  Reasons reasons;
  add_reasons_of_side(reasons, "A", a);
  add_reasons_of_side(reasons, "B", b);
  const auto add_if = [&](bool differs, const char* what) {
    if (differs) reasons.push_back(std::string("A and B differ in ") + what);
  };
  add_if(a.supply != b.supply, "supply");
  add_if(a.boundaries != b.boundaries, "boundary");
  add_if(a.cooling != b.cooling, "cooling");
  add_if(a.complete != b.complete, "completeness of the basis");
  add_if(a.work_kind != b.work_kind, "kind of work");
  add_if(a.method_major != b.method_major, "major version of the method");
  return reasons;
}

// Of the sensor itself: the same in everything that it measures.
bool is_of_sensor(const UncertaintyComponent& component) {
  const std::string& name = component.name;
  return name == "gain" || name == "offset" || name == "gain_unit" || name == "offset_unit";
}

// What can cancel is told apart by sensor, component and group; several series of one sensor add
// up.
using SensorErrors = std::map<std::string, std::map<std::string, UncertaintyComponent>>;

struct RelativeSide {
  Budget of_window;  // of the loads, edges, clocks, ... of this side alone
  SensorErrors of_sensors;
};

void add_error(std::map<std::string, UncertaintyComponent>& errors,
               const UncertaintyComponent& error) {
  const auto [found, first] = errors.try_emplace(error.name + " " + error.group, error);
  if (first) return;
  found->second.u += error.u;
  found->second.dof = std::min(found->second.dof, error.dof);
}

RelativeSide relative_side(const ComparedSystem& system) {
  RelativeSide side;
  for (const ComparedPart& part : system.parts)
    for (UncertaintyComponent component : part.budget) {
      component.u /= system.energy;
      if (!part.sensor.empty() && is_of_sensor(component))
        add_error(side.of_sensors[part.sensor], component);
      else
        side.of_window.push_back(std::move(component));
    }
  side.of_window.push_back({"work", system.u_work / system.work, kInfinity, {}, {}});
  return side;
}

// Takes from both sides what is equal; the rest stays where it was larger.
void cancel(UncertaintyComponent& a, UncertaintyComponent& b) {
  const double common = std::min(a.u, b.u);
  a.u -= common;
  b.u -= common;
}

void cancel_shared_sensors(SensorErrors& a, SensorErrors& b) {
  for (auto& [sensor, errors] : a) {
    const auto same_sensor = b.find(sensor);
    if (same_sensor == b.end()) continue;
    for (auto& [key, error] : errors)
      if (const auto same = same_sensor->second.find(key); same != same_sensor->second.end())
        cancel(error, same->second);
  }
}

// U-1 within one side, then its groups under the side's name.
void add_side(Budget& both, const std::string& name, const RelativeSide& side) {
  Budget own = side.of_window;
  for (const auto& [sensor, errors] : side.of_sensors)
    for (const auto& [key, error] : errors) own.push_back(error);
  for (UncertaintyComponent& line : grouped(own)) {
    if (!line.group.empty()) line.group.insert(0, name + "/");
    line.outage.reset();
    both.push_back(std::move(line));
  }
}

Combined relative_uncertainty(const ComparedSystem& a, const ComparedSystem& b) {
  RelativeSide side_a = relative_side(a), side_b = relative_side(b);
  cancel_shared_sensors(side_a.of_sensors, side_b.of_sensors);
  Budget both;
  add_side(both, "A", side_a);
  add_side(both, "B", side_b);
  Combined combined = combine(both);
  const double alias = a.alias_bound / a.energy + b.alias_bound / b.energy;
  combined.U = safe_uncertainty(combined.U, alias);
  if (combined.u_c > 0.0) combined.k = combined.U / combined.u_c;
  return combined;
}

Comparison verdict_of(const SystemRatio& ratio) {
  if (ratio.high < 1.0) return Comparison::kLower;
  return ratio.low > 1.0 ? Comparison::kHigher : Comparison::kTie;
}

}  // namespace

std::string_view to_string(Comparison comparison) { return name_of(kComparisonNames, comparison); }

ComparedResult compare(const ComparedSystem& a, const ComparedSystem& b) {
  ComparedResult result;
  result.reasons = reasons_against(a, b);
  if (!result.reasons.empty()) return result;
  const Combined relative = relative_uncertainty(a, b);
  SystemRatio ratio;
  ratio.ratio = (a.energy / a.work) / (b.energy / b.work);
  ratio.u = ratio.ratio * relative.u_c;
  ratio.k = relative.k;
  ratio.U = ratio.ratio * relative.U;
  ratio.low = ratio.ratio * std::exp(-relative.U);
  ratio.high = ratio.ratio * std::exp(relative.U);
  if (!is_positive(ratio.ratio) || !is_amount(ratio.U) || !std::isfinite(ratio.high)) {
    result.reasons.emplace_back("the two figures are too far apart for a ratio");
    return result;
  }
  result.ratio = ratio;
  result.verdict = verdict_of(ratio);
  return result;
}

}  // namespace joulemark
