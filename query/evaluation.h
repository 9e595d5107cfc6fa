// From telemetry to a report: METHOD S, N, F and L over all nodes. Pure: no clock, no I/O.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "query/plan/prepared_plan.h"
#include "query/report.h"
#include "query/telemetry.h"
#include "query/window_file.h"

namespace joulemark {

struct EvaluationRequest {
  WindowRecord window;
  std::optional<std::vector<std::string>> nodes;  // empty: every node the telemetry holds
  std::string nodes_from;                         // how the list came, for the evidence
  // All nodes of the server around the edges of the window, for UNLISTED_ACTIVE (METHOD N-0);
  // empty: not examined.
  std::vector<Telemetry> others;
  std::optional<PreparedPlan> plan;  // then its members are the nodes
};

// None without a plan.
inline const Plan* plan_of(const EvaluationRequest& request) {
  return request.plan ? &request.plan->plan : nullptr;
}

// kNotPresent: no node at all; kInvalid: a bad window, or one node name in two clusters
// (LABEL_CONFLICT).
Result<Report> evaluate(const Telemetry& telemetry, const EvaluationRequest& request);

}  // namespace joulemark
