// The telemetry as the plan sees it: which series belong to which member, the scopes outside the
// machines as members of their own, and each series with what the plan adds to its metadata.
// Samples are copied only where something is added.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "core/result.h"
#include "query/measurements.h"
#include "query/plan/plan.h"
#include "query/telemetry.h"

namespace joulemark {

// A scope, or the sum of several, that feeds members: the outlets of a node, the shelves of a rack,
// a shared chassis, a meter of shared equipment.
struct FedScope {
  std::string name;  // "outlets of gpu0001", "rack:r07", "leaf-07"
  NodeNames feeds;   // members and others; of shared equipment: itself
  bool equipment = false;
  std::vector<std::string> scopes, absent;  // absent: the server has no such series
};

struct Arrangement {
  Members members;               // nodes, and the fed scopes by their names
  std::vector<FedScope> scopes;  // all of the plan, in its order
  std::deque<SensorTelemetry> own;
};

// Without a plan: the series of each node. kInvalid (LABEL_CONFLICT): one node name in two
// clusters, or one scope of the plan in two places.
Result<Arrangement> arrange(const Telemetry& telemetry, const Plan* plan);

std::vector<FedScope> fed_scopes(const Plan& plan);
// None: a member of that name, or nothing.
const FedScope* fed_scope_of(const Arrangement& arrangement, const std::string& name);

// Supply, bounds, data sheet and certificate, where the plan has any of them for the sensor; the
// stated metadata of the device stands above a data sheet, a certificate above both (METHOD S-4).
bool adds_metadata(const Plan& plan, const Sensor& sensor);
void add_metadata(const Plan& plan, SensorTelemetry& sensor);

}  // namespace joulemark
