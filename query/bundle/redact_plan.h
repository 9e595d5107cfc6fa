// A plan and its files with every name in them replaced: what is a table of names is written
// again, what cannot be searched is left out.
#pragma once

#include <vector>

#include "core/result.h"
#include "query/bundle/manifest.h"
#include "query/bundle/redacted_names.h"
#include "query/plan/prepared_plan.h"

namespace joulemark {

void add_names(RedactedNames& names, const PreparedPlan& plan);

struct RedactedPlan {
  PreparedPlan plan;
  std::vector<RemovedFile> removed;
};
// kInvalid: the plan, once its names are replaced, cannot be read; the message says where.
Result<RedactedPlan> redact(const RedactedNames& names, const PreparedPlan& plan);

}  // namespace joulemark
