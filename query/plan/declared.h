// Everything a plan declares, each with its evidence and the plan as it would be without it.
#pragma once

#include <vector>

#include "query/plan/prepared_plan.h"
#include "query/report.h"

namespace joulemark {

struct DeclaredEntry {
  Declared said;
  Plan without;
};

// In the order of FORMATS 6. What can change neither E nor U (names, roles, work) is no entry.
std::vector<DeclaredEntry> declared_entries(const Plan& plan);

}  // namespace joulemark
