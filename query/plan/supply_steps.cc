#include "query/plan/supply_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "measurement/psu_efficiency.h"

namespace joulemark {
namespace {

bool among(const NodeNames& names, const std::string& node) {
  return std::find(names.begin(), names.end(), node) != names.end();
}

const PlanPsu* psu_of(const Plan& plan, const std::string& node) {
  for (const PlanPsu& psu : plan.psus)
    if (psu.nodes.empty() || among(psu.nodes, node)) return &psu;
  return nullptr;
}

const PlanShelves* rack_of(const Plan& plan, const std::string& node) {
  for (const PlanShelves& shelves : plan.shelves)
    if (among(shelves.feeds, node)) return &shelves;
  return nullptr;
}

DistributionLoss loss_of(const PlanShelves& shelves) {
  DistributionLoss out;
  if (shelves.distribution_loss) std::tie(out.low, out.high) = *shelves.distribution_loss;
  out.rack_model = shelves.rack;
  return out;
}

double mean_loss(const DistributionLoss& loss) { return 0.5 * (loss.low + loss.high); }

}  // namespace

Result<SupplySteps> steps_to(Supply target, const Plan& plan, const NodeReport& unit,
                             double duration) {
  SupplySteps out;
  out.to = target;
  if (unit.supply == target) return out;
  if (unit.supply == Supply::kUnknown)
    return fail(ErrorCode::kNotPresent,
                "neither its meters nor the plan say whether it is AC or DC: add supply to its "
                "members in the plan");
  const PlanPsu* psu = unit.is_scope() ? nullptr : psu_of(plan, unit.node);
  if (psu == nullptr)
    return fail(
        ErrorCode::kNotPresent,
        fmt::format("is measured as {} and counted as {}, which needs the efficiency of "
                    "its power supplies: add them to psu_efficiency in the plan",
                    unit.supply == Supply::kDc ? "DC" : "AC", target == Supply::kAc ? "AC" : "DC"));
  double watts = unit.figure.energy / duration;
  if (const PlanShelves* rack = rack_of(plan, unit.node);
      rack != nullptr && target == Supply::kAc) {
    out.loss = loss_of(*rack);
    watts *= 1.0 + mean_loss(*out.loss);
  }
  auto limits = target == Supply::kAc ? efficiency_at_output(psu->curve, watts, psu->psus_per_node)
                                      : efficiency_at_input(psu->curve, watts, psu->psus_per_node);
  if (!limits)
    return fail(limits.error().code, psu->curve.psu_model + ": " + limits.error().message);
  out.efficiency = std::move(*limits);
  return out;
}

Result<SeriesEnergy> after_steps(SeriesEnergy energy, const SupplySteps& steps, Supply from) {
  if (from == steps.to) return energy;
  if (steps.loss) {
    auto upstream = before_distribution(std::move(energy), *steps.loss);
    if (!upstream) return upstream;
    energy = std::move(*upstream);
  }
  return steps.to == Supply::kAc ? dc_to_ac(std::move(energy), *steps.efficiency)
                                 : ac_to_dc(std::move(energy), *steps.efficiency);
}

std::vector<std::string> steps_in_words(const SupplySteps& steps, Supply from) {
  std::vector<std::string> out;
  if (from == steps.to) return out;
  if (steps.loss)
    out.push_back(fmt::format("S-2D: x {:.4f} ± {:.4f} ({})", 1.0 + mean_loss(*steps.loss),
                              (steps.loss->high - steps.loss->low) / std::sqrt(3.0),
                              steps.loss->rack_model));
  const bool to_ac = steps.to == Supply::kAc;
  const auto factor =
      to_ac ? dc_to_ac_factor(*steps.efficiency) : ac_to_dc_factor(*steps.efficiency);
  if (factor)
    out.push_back(fmt::format("{}: x {:.4f} ± {:.4f} ({})", to_ac ? "S-2" : "S-2R", factor->value,
                              factor->U, steps.efficiency->psu_model));
  return out;
}

}  // namespace joulemark
