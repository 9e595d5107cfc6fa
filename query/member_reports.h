// The members of the SUT as a list: who was asked for, who is missing, what a plan says of each.
#pragma once

#include <string>
#include <vector>

#include "query/evaluation.h"
#include "query/plan/arrangement.h"

namespace joulemark {

// The plan's members, else the nodes that were asked for, else every one with series.
std::vector<std::string> names_of(const Members& members, const EvaluationRequest& request);

void append_missing(Report& report, const std::vector<std::string>& missing,
                    const Arrangement& arrangement);
// Scopes of a plan come before the members.
void in_order_asked(Report& report, const std::vector<std::string>& names);

// METHOD N-0, as the plan and its record of the allocation say it.
void declare_members(Report& report, const PreparedPlan& prepared);

// Members that a scope feeds need no meter of their own.
void cover_missing(std::vector<NodeReport>& reports);

}  // namespace joulemark
