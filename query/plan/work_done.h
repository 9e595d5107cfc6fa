// How much work was done on each member within the window, of one kind (METHOD W-2, R-2): from a
// work log or from counters of the server.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/result.h"
#include "measurement/series.h"
#include "query/plan/prepared_plan.h"
#include "query/telemetry.h"

namespace joulemark {

struct WorkOnNode {
  double allocated = 1.0;
  double amount = 0.0;
};

struct WorkDone {
  std::string kind;
  std::map<std::string, std::map<std::string, WorkOnNode>> by_node;  // node, job
  double total = 0.0;
  double u_total = 0.0;  // of what was in flight at the edges
  std::vector<std::string> notes;
};

// One entry per kind of work, output tokens first: the first is the weight of an attribution. Never
// added to each other. kInvalid: work of a node that is no member.
Result<std::vector<WorkDone>> work_done(const PreparedPlan& plan, const Telemetry& telemetry,
                                        const Window& window);

// Increase of a counter between the edges, linear between its samples; a fall is a restart from 0.
// Beside it half the range between what the samples inside and those around the window allow.
// kNotPresent: no sample on one side of the window.
struct CountedWork {
  double amount = 0.0, half_width = 0.0;
};
Result<CountedWork> increase_in(const WorkCounter& counter, const Window& window);

}  // namespace joulemark
