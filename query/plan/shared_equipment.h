// Shared equipment that nobody measures (METHOD N-2), and members without energy (N-3), as the plan
// knows them.
#pragma once

#include <vector>

#include "core/result.h"
#include "measurement/total.h"
#include "query/plan/plan.h"
#include "query/report.h"

namespace joulemark {

struct EstimatedEquipment {
  std::vector<SharedReport> reports;
  std::vector<SeriesEnergy> energies;  // in the same order
};

Result<EstimatedEquipment> estimated_equipment(const Plan& plan, double duration);

// Its measured idle floor and its nameplate, where the plan has them.
MissingMember missing_member(const Plan* plan, const NodeReport& lost);

}  // namespace joulemark
