// A plan and every file that it names, as bytes: what an evidence bundle stores, and all that the
// calculation takes from it.
#pragma once

#include <map>
#include <string>

#include "core/result.h"
#include "query/plan/plan.h"
#include "query/plan/plan_use.h"

namespace joulemark {

struct PlanFolder {
  std::string name;  // of the plan's file, for messages
  std::string text;
  std::map<std::string, std::string> files;  // as the plan names them, to their bytes
};

// The plan without what this use does not need.
Plan plan_for(PlanUse use, Plan plan);

// The plan at the path with what it names, looked up beside it. Bounded: 1 MiB of plan, 64 MiB a
// file. Errors name the plan's file, line and key.
Result<PlanFolder> read_plan_folder(const std::string& path, PlanUse use = PlanUse::kWhole);

}  // namespace joulemark
