// Which nodes count, and how that list came (METHOD N-0).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "promapi/selector.h"
#include "query/arguments.h"
#include "query/plan/prepared_plan.h"

namespace joulemark {

struct Selection {
  std::optional<std::vector<std::string>> nodes;  // empty: every node that the server has
  std::vector<LabelMatcher> matchers;
  std::string from;  // for the evidence of the report
  std::optional<PreparedPlan> plan;
};

Result<Selection> choose_nodes(const SelectionArguments& arguments);

}  // namespace joulemark
