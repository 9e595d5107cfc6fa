#include "measurement/crosscheck_ratio.h"

#include <cmath>

#include "measurement/numbers.h"
#include "measurement/statistics.h"

namespace joulemark {

Result<ExpectedRatio> ratio_over_cord(double loss) {
  if (!is_amount(loss) || loss >= 1.0)
    return fail(ErrorCode::kInvalid, "the loss of a cord is not 0 <= loss < 1");
  return ExpectedRatio{1.0 + loss, rectangular(loss)};
}

Result<ExpectedRatio> ratio_over_supply(const EfficiencyLimits& limits) {
  const auto m = dc_to_ac_factor(limits);
  if (!m) return tl::unexpected(m.error());
  return ExpectedRatio{m->value, m->u / m->value};
}

Result<ExpectedRatio> ratio_over_distribution(const DistributionLoss& loss) {
  SeriesEnergy unit;
  unit.energy = 1.0;
  const auto before = before_distribution(unit, loss);
  if (!before) return tl::unexpected(before.error());
  return ExpectedRatio{before->energy, before->combined.u_c / before->energy};
}

ExpectedRatio both(const ExpectedRatio& upper, const ExpectedRatio& lower) {
  return {upper.rho * lower.rho, std::hypot(upper.u, lower.u)};
}

bool is_ratio(const ExpectedRatio& ratio) { return is_positive(ratio.rho) && is_amount(ratio.u); }

}  // namespace joulemark
