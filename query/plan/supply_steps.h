// The way of one unit to one supply (METHOD S-2D, S-2, S-2R), as far as the plan knows it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "measurement/conversion.h"
#include "measurement/distribution.h"
#include "query/plan/plan.h"
#include "query/report.h"

namespace joulemark {

struct SupplySteps {
  std::optional<DistributionLoss> loss;        // S-2D first: busbar and connectors
  std::optional<EfficiencyLimits> efficiency;  // S-2, or S-2R towards DC
  Supply to = Supply::kUnknown;
};

// None needed: empty steps. kNotPresent, saying what is missing: the plan knows no efficiency for
// it, or none at its load.
Result<SupplySteps> steps_to(Supply target, const Plan& plan, const NodeReport& unit,
                             double duration);

Result<SeriesEnergy> after_steps(SeriesEnergy energy, const SupplySteps& steps, Supply from);

// "S-2D: x 1.0100 ± 0.0058 (rack:r07), S-2: x 1.0417 ± 0.0065 (VENDOR MODEL)".
std::vector<std::string> steps_in_words(const SupplySteps& steps, Supply from);

}  // namespace joulemark
