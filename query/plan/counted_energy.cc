#include "query/plan/counted_energy.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "measurement/estimate.h"
#include "measurement/recombine.h"
#include "measurement/storage.h"
#include "query/plan/arrangement.h"
#include "query/plan/supply_steps.h"

namespace joulemark {
namespace {

void refuse_unit(NodeReport& unit, const Error& why) {
  unit.status = NodeReport::Status::kRefused;
  unit.why = why.message;
}

bool all_reach(Supply target, const Plan& plan, const std::vector<NodeReport>& units,
               double duration) {
  return std::all_of(units.begin(), units.end(), [&](const NodeReport& unit) {
    return !unit.counted() || steps_to(target, plan, unit, duration).has_value();
  });
}

// The further upstream if all can be brought there, or if one already is (S-2).
Supply target_of(const Plan& plan, const std::vector<NodeReport>& units, double duration) {
  if (all_reach(Supply::kAc, plan, units, duration)) return Supply::kAc;
  if (all_reach(Supply::kDc, plan, units, duration)) return Supply::kDc;
  const auto is = [&](Supply supply) {
    return std::any_of(units.begin(), units.end(), [&](const NodeReport& unit) {
      return unit.counted() && unit.supply == supply;
    });
  };
  return is(Supply::kAc) ? Supply::kAc : is(Supply::kDc) ? Supply::kDc : Supply::kUnknown;
}

Result<void> convert_all(std::vector<SeriesEnergy>& parts, const SupplySteps& steps, Supply from) {
  for (SeriesEnergy& part : parts) {
    auto converted = after_steps(std::move(part), steps, from);
    if (!converted) return tl::unexpected<Error>(converted.error());
    part = std::move(*converted);
  }
  return {};
}

Result<void> bring_to(Supply target, const Plan& plan, NodeReport& unit, CountedEnergy& energy,
                      double duration) {
  // A single unit of unknown supply mixes nothing: it keeps its label and its code.
  if (target == Supply::kUnknown || unit.supply == Supply::kUnknown) return {};
  const auto steps = steps_to(target, plan, unit, duration);
  if (!steps) return tl::unexpected<Error>(steps.error());
  if (auto done = convert_all(energy.parts, *steps, unit.supply); !done) return done;
  if (auto done = convert_all(energy.without_plan, *steps, unit.supply); !done) return done;
  for (std::string& step : steps_in_words(*steps, unit.supply))
    unit.steps.push_back(std::move(step));
  unit.supply = target;
  return {};
}

// METHOD S-3: what lies outside the meters of a member; a complete cover holds it already.
Result<void> add_unmeasured(const Plan& plan, NodeReport& unit, CountedEnergy& energy,
                            double duration) {
  if (unit.is_scope() || unit.complete) return {};
  for (const PlanUnmeasured& one : plan.unmeasured) {
    if (std::find(one.nodes.begin(), one.nodes.end(), unit.node) == one.nodes.end()) continue;
    const auto part = unmeasured_part(one.low, one.high, duration, unit.model);
    if (!part) return tl::unexpected<Error>(part.error());
    SeriesEnergy estimate;
    estimate.duration = duration;
    auto whole = with_part(std::move(estimate), *part);
    if (!whole) return tl::unexpected<Error>(whole.error());
    unit.steps.push_back(fmt::format("S-3: {} {:g} to {:g} W", one.what, one.low, one.high));
    unit.estimated += whole->energy;
    energy.estimates.push_back(std::move(*whole));
  }
  return {};
}

StoredEnergy stored(const PlanStorage& storage) {
  StoredEnergy out;
  out.model = storage.model.empty() ? storage.scope : storage.model;
  out.usable_joules = storage.usable_joules;
  if (storage.charge_begin) out.gained = *storage.charge_end - *storage.charge_begin;
  out.u_gained = storage.u_joules.value_or(0.0);
  return out;
}

// The counted part of a fed scope whose meter the storage stands behind.
std::optional<std::size_t> part_behind(const NodeReport& unit, const CountedEnergy& energy,
                                       const std::string& scope) {
  for (std::size_t part = 0; part < energy.series.size(); ++part)
    if (unit.series[energy.series[part]].scope == scope) return part;
  return std::nullopt;
}

Result<void> add_storage(const Plan& plan, const FedScope* fed, NodeReport& unit,
                         CountedEnergy& energy) {
  if (fed == nullptr) return {};
  for (const PlanStorage& storage : plan.storage) {
    const auto part = part_behind(unit, energy, storage.scope);
    if (!part) continue;
    for (auto* parts : {&energy.parts, &energy.without_plan}) {
      auto with = with_storage(std::move((*parts)[*part]), stored(storage));
      if (!with) return tl::unexpected<Error>(with.error());
      (*parts)[*part] = std::move(*with);
    }
    unit.steps.push_back("S-6: " + storage.scope);
  }
  return {};
}

void sum_again(NodeReport& unit, const CountedEnergy& energy) {
  std::vector<SeriesEnergy> all = energy.parts;
  all.insert(all.end(), energy.estimates.begin(), energy.estimates.end());
  unit.figure = sum(all);
  std::vector<SeriesEnergy> without = energy.without_plan;
  without.insert(without.end(), energy.estimates.begin(), energy.estimates.end());
  unit.U_without_plan = sum(without).headline_U;
  for (const SeriesEnergy& part : all)
    for (const Code code : {Code::kEfficiencyUnusual, Code::kStorageInPath, Code::kEstimatedPart})
      if (part.codes.contains(code)) unit.codes.insert(code);
}

Result<void> complete_unit(const Plan& plan, const FedScope* fed, NodeReport& unit,
                           CountedEnergy& energy, double duration) {
  if (auto done = add_unmeasured(plan, unit, energy, duration); !done) return done;
  if (auto done = add_storage(plan, fed, unit, energy); !done) return done;
  sum_again(unit, energy);
  return {};
}

// Members whose scope has no energy have none either: their own meters were not chosen.
void refuse_members_of_refused(std::vector<NodeReport>& reports) {
  std::map<std::string, std::string> refused;
  for (const NodeReport& unit : reports)
    if (unit.is_scope() && unit.status == NodeReport::Status::kRefused)
      refused.emplace(unit.node, unit.why);
  for (NodeReport& unit : reports) {
    const auto found = refused.find(unit.member_of);
    if (unit.status != NodeReport::Status::kCovered || found == refused.end()) continue;
    unit.status = NodeReport::Status::kRefused;
    unit.why = found->first + " " + found->second;
  }
}

}  // namespace

std::vector<CountedEnergy> counted_energies(const Measurements& measured, const Window& window,
                                            const std::vector<NodeReport>& reports) {
  std::vector<CountedEnergy> out(measured.nodes.size());
  for (std::size_t i = 0; i < measured.nodes.size(); ++i) {
    if (!reports[i].counted()) continue;
    const NodeMeasurement& node = measured.nodes[i];
    out[i].series = node.choice.counted->members;
    for (const std::size_t member : out[i].series)
      out[i].parts.push_back(node.series[member].energy);
    out[i].lifted.resize(out[i].parts.size());
    out[i].without_plan = without_plan_values(node, window, measured.clocks);
  }
  return out;
}

Result<void> complete_by_plan(const Plan& plan, const Measurements& measured,
                              std::vector<NodeReport>& reports,
                              std::vector<CountedEnergy>& energies, double duration) {
  const Supply target = target_of(plan, reports, duration);
  const auto scopes = fed_scopes(plan);
  for (std::size_t i = 0; i < measured.nodes.size(); ++i) {
    NodeReport& unit = reports[i];
    if (!unit.counted()) continue;
    if (auto done = bring_to(target, plan, unit, energies[i], duration); !done) {
      if (done.error().code != ErrorCode::kNotPresent) return done;
      refuse_unit(unit, done.error());
      continue;
    }
    const auto fed = std::find_if(scopes.begin(), scopes.end(),
                                  [&](const FedScope& one) { return one.name == unit.node; });
    if (auto done =
            complete_unit(plan, fed == scopes.end() ? nullptr : &*fed, unit, energies[i], duration);
        !done)
      return done;
  }
  refuse_members_of_refused(reports);
  return {};
}

}  // namespace joulemark
