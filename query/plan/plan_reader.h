// plan.yaml to a Plan (FORMATS 6). No I/O.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "query/plan/plan.h"

namespace joulemark {

// kInvalid with "file:line: key: what is wrong and what is expected": malformed YAML, an unknown
// key, a value out of range, and what contradicts itself: a node that is a member twice, a scope
// that would be counted twice, an outlet of two nodes, a node fed by two racks, a name that is no
// member.
Result<Plan> read_plan(std::string_view yaml, const std::string& file);

}  // namespace joulemark
