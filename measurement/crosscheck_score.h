// Do two energies agree within their own uncertainties (METHOD X-4, ISO 13528)? Necessary, not
// sufficient: it hardly sees 3 to 6 %.
#pragma once

#include "core/result.h"
#include "measurement/crosscheck_ratio.h"

namespace joulemark {

struct StatedEnergy {
  double energy = 0.0;  // J
  double U = 0.0;       // expanded uncertainty, J
};

// E_n = |E1 - rho E2|/sqrt(U1^2 + (rho U2)^2 + (2 u_rho rho E2)^2), E1 of the reference; passes if
// <= 1. kInvalid: an energy that is not above zero, a U that is negative, a ratio that is none, no
// uncertainty at all.
Result<double> en_score(const StatedEnergy& reference, const StatedEnergy& validated,
                        const ExpectedRatio& ratio);

}  // namespace joulemark
