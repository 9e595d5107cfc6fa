// The parts of a plan, one reader per group of keys; read_plan() calls them in order. What
// contradicts itself is refused where it stands.
#pragma once

#include <set>
#include <string>

#include "core/settings.h"
#include "query/plan/plan.h"
#include "query/plan/plan_values.h"

namespace joulemark {

// What the readers have to agree on.
struct PlanNames {
  std::set<std::string> members;
  NamedOnce nodes;   // members and shared equipment
  NamedOnce scopes;  // that are counted
  NamedOnce fed;     // members with a feed
};

// kInvalid unless every node is a member; the nearest member is named.
Result<void> check_members(const NodeNames& nodes, const PlanNames& names, const Settings& at);

Result<void> read_members(const Settings& root, Plan& plan, PlanNames& names);
Result<void> read_covers(const Settings& root, Plan& plan, PlanNames& names);
Result<void> read_psus(const Settings& root, Plan& plan, PlanNames& names);
Result<void> read_estimates(const Settings& root, Plan& plan, PlanNames& names);
Result<void> read_bounds(const Settings& root, Plan& plan, PlanNames& names);
Result<void> read_accuracies(const Settings& root, Plan& plan, PlanNames& names);
Result<void> read_sources_of_work(const Settings& root, Plan& plan, PlanNames& names);
Result<void> read_mapping(const Settings& root, Plan& plan, PlanNames& names);

}  // namespace joulemark
