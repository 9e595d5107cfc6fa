// From behind busbar and connectors to before them (METHOD S-2D).
#pragma once

#include <string>

#include "core/result.h"
#include "measurement/window_energy.h"

namespace joulemark {

// Loss as a fraction of the energy downstream; the default is METHOD's.
struct DistributionLoss {
  double low = 0.0, high = 0.02;  // 0 <= low <= high < 1
  std::string rack_model;         // group distribution/<rack model>
};

// E = E_down (1 + (l_lo + l_hi)/2), components likewise, plus `distribution` rect a = E_down (l_hi
// - l_lo)/2. A refused energy stays refused. kInvalid: limits that are not as DistributionLoss
// says, or no finite number.
Result<SeriesEnergy> before_distribution(SeriesEnergy downstream, const DistributionLoss& loss);

}  // namespace joulemark
