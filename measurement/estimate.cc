#include "measurement/estimate.h"

#include <utility>

#include "measurement/numbers.h"
#include "measurement/recombine.h"
#include "measurement/statistics.h"

namespace joulemark {
namespace {

constexpr double kLeastOfRated = 0.30;  // N-2: the range is [0.3, 1] of P

EstimatedPart between_powers(const char* name, double low, double high, double duration,
                             std::string group) {
  return {0.5 * (low + high) * duration,
          {name, spread_evenly((high - low) * duration), kInfinity, std::move(group), {}}};
}

}  // namespace

Result<EstimatedPart> unmeasured_part(double low, double high, double duration,
                                      const std::string& node_model) {
  if (!is_amount(low) || !is_amount(high) || low > high || !is_positive(duration))
    return fail(ErrorCode::kInvalid, "the power of an unmeasured part (" + node_model +
                                         ") is not 0 <= low <= high, or the window has no length");
  return between_powers("unmeasured", low, high, duration, "unmeasured/" + node_model);
}

Result<SharedEstimate> shared_equipment(const SharedEquipment& equipment, double duration) {
  const auto refused = [&](const char* why) {
    return fail(ErrorCode::kInvalid, "shared equipment (" + equipment.model + "): " + why);
  };
  if (equipment.ports_used < 1 || equipment.ports_used > equipment.ports_total)
    return refused("its ports in use are none, or more than it has");
  if (!is_positive(equipment.max_watts) || !is_positive(duration))
    return refused("its rated power or the window is not above zero");
  const double P = equipment.max_watts * equipment.ports_used / equipment.ports_total;
  return SharedEstimate{
      between_powers("estimate", kLeastOfRated * P, P, duration, "estimate/" + equipment.model),
      P * duration};
}

Result<SeriesEnergy> with_part(SeriesEnergy energy, const EstimatedPart& part) {
  if (energy.refused) return energy;
  energy.energy += part.energy;
  energy.budget.push_back(part.of_limits);
  energy.codes.insert(Code::kEstimatedPart);
  return recombined(std::move(energy));
}

}  // namespace joulemark
