#include "measurement/energy_per_work.h"

#include <cmath>

#include "measurement/numbers.h"

namespace joulemark {

Result<EnergyPerWork> energy_per_work(double energy, double u_energy, double expanded, double work,
                                      double u_work) {
  if (!is_positive(energy) || !is_amount(u_energy) || !is_amount(expanded))
    return fail(ErrorCode::kInvalid, "there is no energy with an uncertainty to divide");
  if (!is_positive(work) || !is_amount(u_work))
    return fail(ErrorCode::kInvalid, "there is no completed work to divide the energy by");
  EnergyPerWork y;
  y.value = energy / work;
  y.u = y.value * std::hypot(u_energy / energy, u_work / work);
  y.U = y.value * std::hypot(expanded / energy, 2.0 * u_work / work);
  if (y.u > 0.0) y.k = y.U / y.u;
  if (!is_positive(y.value) || !is_amount(y.U) || !std::isfinite(y.k))
    return fail(ErrorCode::kInvalid, "energy and work are too far apart for a ratio");
  return y;
}

}  // namespace joulemark
