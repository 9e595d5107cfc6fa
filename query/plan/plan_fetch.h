// What a plan needs from the server beside the sensors of its members.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "promapi/client.h"
#include "query/fetch.h"
#include "query/plan/plan.h"

namespace joulemark {

// The members, and the nodes under which the server has the plan's scopes (PDUs, racks).
Result<std::vector<std::string>> nodes_of_plan(PrometheusClient& client, const Plan& plan,
                                               const Window& window);

// Sensors by fetch() for these nodes, then mapped series and work counters. A plan whose mapping
// finds series needs none of ours. kNotPresent: a mapping or work metric that finds no series of a
// member, or nothing at all.
Result<Telemetry> fetch_by_plan(PrometheusClient& client, const Plan& plan,
                                const FetchRequest& request, const Progress& progress);

}  // namespace joulemark
