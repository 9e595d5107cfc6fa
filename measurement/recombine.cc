#include "measurement/recombine.h"

#include "measurement/numbers.h"
#include "measurement/uncertainty.h"

namespace joulemark {

void scale(SeriesEnergy& energy, double factor) {
  energy.energy *= factor;
  energy.alias_bound *= factor;
  energy.filled *= factor;
  energy.missed *= factor;
  for (UncertaintyComponent& component : energy.budget) component.u *= factor;
}

Result<SeriesEnergy> recombined(SeriesEnergy energy) {
  energy.combined = combine(energy.budget);
  energy.headline_U = energy.codes.contains(Code::kAliasRisk)
                          ? safe_uncertainty(energy.combined.U, energy.alias_bound)
                          : energy.combined.U;
  if (!is_amount(energy.energy) || !is_amount(energy.headline_U) || !is_budget(energy.budget))
    return fail(ErrorCode::kInvalid, "the converted energy is negative or no finite number");
  return energy;
}

}  // namespace joulemark
