#include "measurement/crosscheck_score.h"

#include <cmath>

#include "measurement/numbers.h"

namespace joulemark {

Result<double> en_score(const StatedEnergy& reference, const StatedEnergy& validated,
                        const ExpectedRatio& ratio) {
  if (!is_positive(reference.energy) || !is_positive(validated.energy))
    return fail(ErrorCode::kInvalid, "E_n needs two energies above zero");
  if (!is_amount(reference.U) || !is_amount(validated.U) || !is_ratio(ratio))
    return fail(ErrorCode::kInvalid, "E_n needs expanded uncertainties and an expected ratio");
  const double expected = ratio.rho * validated.energy;
  const double U = std::hypot(reference.U, ratio.rho * validated.U, 2.0 * ratio.u * expected);
  const double score = std::fabs(reference.energy - expected) / U;
  if (!is_positive(U) || !std::isfinite(score))
    return fail(ErrorCode::kInvalid, "E_n needs an uncertainty above zero");
  return score;
}

}  // namespace joulemark
