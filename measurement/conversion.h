// Between the AC and the DC side of power supplies, with what their efficiency leaves open (METHOD
// S-2, S-2R). AC and DC are never added without it.
#pragma once

#include <string>

#include "core/result.h"
#include "measurement/window_energy.h"

namespace joulemark {

// Limits of the efficiency DC out/AC in at the load and line voltage in use; psu_efficiency.h finds
// them. Without known limits an energy stays what it is, labelled DC.
struct EfficiencyLimits {
  double low = 0.0, high = 0.0;  // 0 < low <= high <= 1
  double dof = kInfinity;
  std::string psu_model;  // group efficiency/<PSU model>
};

struct ConversionFactor {
  double value = 0.0;
  double u = 0.0;  // standard uncertainty
  double U = 0.0;  // expanded, about 95 %
};

// S-2: m = (1/eta_lo + 1/eta_hi)/2. S-2R: m' = (eta_lo + eta_hi)/2, MLPerf Training's
// conversion_eff, published with its U. kInvalid: limits that are not as EfficiencyLimits says.
Result<ConversionFactor> dc_to_ac_factor(const EfficiencyLimits& limits);
Result<ConversionFactor> ac_to_dc_factor(const EfficiencyLimits& limits);

// S-2: E_AC = m E_DC with every component, plus `efficiency` rect a = E_DC (1/eta_lo - 1/eta_hi)/2.
// S-2R: E_DC = m' E_AC, rect a = E_AC (eta_hi - eta_lo)/2; EFFICIENCY_UNUSUAL outside 0.85..0.97.
// A refused energy stays refused. kInvalid as above, or no finite number.
Result<SeriesEnergy> dc_to_ac(SeriesEnergy energy, const EfficiencyLimits& limits);
Result<SeriesEnergy> ac_to_dc(SeriesEnergy energy, const EfficiencyLimits& limits);

}  // namespace joulemark
