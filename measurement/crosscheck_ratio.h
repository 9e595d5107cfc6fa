// What the reference of a cross-check is expected to read, over what the validated sensor reads
// (METHOD X-1): rho = expected E_ref/E.
#pragma once

#include "core/result.h"
#include "measurement/conversion.h"
#include "measurement/distribution.h"

namespace joulemark {

struct ExpectedRatio {
  double rho = 1.0;
  double u = 0.0;  // relative standard uncertainty of rho
};

// AC over AC: 1 + loss of cord and connector as a fraction, with u = loss/sqrt(3). kInvalid: not
// 0 <= loss < 1.
Result<ExpectedRatio> ratio_over_cord(double loss = 0.003);
// AC over DC: m of S-2. kInvalid as dc_to_ac_factor.
Result<ExpectedRatio> ratio_over_supply(const EfficiencyLimits& limits);
// Before over behind busbar and connectors: S-2D. kInvalid as before_distribution.
Result<ExpectedRatio> ratio_over_distribution(const DistributionLoss& loss);
// Two of them one after the other; their uncertainties are independent.
ExpectedRatio both(const ExpectedRatio& upper, const ExpectedRatio& lower);

// rho above zero, u not negative, both finite.
bool is_ratio(const ExpectedRatio& ratio);

}  // namespace joulemark
