#include "query/plan/shared_equipment.h"

#include <fmt/format.h>

#include <algorithm>

#include "measurement/estimate.h"

namespace joulemark {

Result<EstimatedEquipment> estimated_equipment(const Plan& plan, double duration) {
  EstimatedEquipment out;
  for (const PlanShared& one : plan.shared) {
    if (!one.measured_by.empty()) continue;
    SharedEquipment equipment = one.equipment;
    if (equipment.model.empty()) equipment.model = one.name;
    const auto estimate = shared_equipment(equipment, duration);
    if (!estimate) return fail_in("shared " + one.name, estimate.error());
    SeriesEnergy energy;
    energy.duration = duration;
    auto whole = with_part(std::move(energy), estimate->part);
    if (!whole) return fail_in("shared " + one.name, whole.error());
    out.reports.push_back({one.name, one.kind, one.equipment.model, whole->energy,
                           whole->headline_U, estimate->training_energy,
                           fmt::format("ESTIMATED: 0.65 of max, {} of {} ports",
                                       equipment.ports_used, equipment.ports_total)});
    out.energies.push_back(std::move(*whole));
  }
  return out;
}

MissingMember missing_member(const Plan* plan, const NodeReport& lost) {
  MissingMember out{lost.node, 0.0, std::nullopt, lost.model};
  if (plan == nullptr) return out;
  for (const PlanBounds& bounds : plan->bounds) {
    if (std::find(bounds.nodes.begin(), bounds.nodes.end(), lost.node) == bounds.nodes.end())
      continue;
    if (bounds.minimum && bounds.minimum->source == BoundsSource::kMeasuredIdle)
      out.floor_watts = bounds.minimum->watts.value();
    if (bounds.maximum && bounds.maximum->source == BoundsSource::kNameplate)
      out.nameplate_watts = bounds.maximum->watts.value();
  }
  return out;
}

}  // namespace joulemark
