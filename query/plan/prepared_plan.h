// A plan with everything that it names, read: what fetching and calculation use.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "query/crosscheck/crosscheck_file.h"
#include "query/idle/idle_file.h"
#include "query/plan/allocation_record.h"
#include "query/plan/plan.h"
#include "query/plan/plan_folder.h"
#include "query/plan/work_log.h"

namespace joulemark {

struct PreparedPlan {
  PlanFolder folder;
  Plan plan;
  std::optional<AllocationRecord> allocation;
  std::optional<IdleFile> idle;
  std::vector<CrosscheckFile> crosschecks;
  std::optional<WorkLog> work;
};

// kInvalid, naming the file: what the plan or one of its files says cannot be read, or the record
// of the allocation and the members contradict each other.
Result<PreparedPlan> prepare_plan(PlanFolder folder, PlanUse use = PlanUse::kWhole);

}  // namespace joulemark
