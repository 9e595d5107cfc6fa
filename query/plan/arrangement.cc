#include "query/plan/arrangement.h"

#include <fmt/format.h>

#include "measurement/scope.h"

namespace joulemark {
namespace {

constexpr std::string_view kOfNode = "node";

using ScopeIndex = std::map<std::string, std::vector<const SensorTelemetry*>>;

// Paths that begin with "node" belong to their machine; all others name one place in the site.
Result<ScopeIndex> scopes_of_site(const Telemetry& telemetry) {
  ScopeIndex out;
  for (const SensorTelemetry& sensor : telemetry.sensors) {
    const std::string& scope = sensor.sensor.scope;
    if (contains(kOfNode, scope)) continue;
    auto& there = out[scope];
    if (!there.empty() && there.front()->sensor.node != sensor.sensor.node)
      return fail(ErrorCode::kInvalid,
                  fmt::format("LABEL_CONFLICT: scope {} exists on {} and on {}: name it apart, or "
                              "choose one with --match",
                              scope, there.front()->sensor.node, sensor.sensor.node));
    there.push_back(&sensor);
  }
  return out;
}

// Within the member that a fed scope is, its meters are parts of the whole, as those of a node are.
std::string path_within(const FedScope& fed, const std::string& scope) {
  return fed.scopes.size() == 1 ? std::string(kOfNode) : std::string(kOfNode) + "/" + scope;
}

void claim(FedScope& fed, const ScopeIndex& index, const Plan& plan, Arrangement& out) {
  for (const std::string& scope : fed.scopes) {
    const auto found = index.find(scope);
    if (found == index.end()) {
      fed.absent.push_back(scope);
      continue;
    }
    for (const SensorTelemetry* sensor : found->second) {
      SensorTelemetry& own = out.own.emplace_back(*sensor);
      add_metadata(plan, own);
      own.sensor.scope = path_within(fed, scope);
      out.members[fed.name].push_back(&own);
    }
  }
}

void add_to_nodes(const Plan& plan, Arrangement& out) {
  for (auto& [name, sensors] : out.members)
    for (const SensorTelemetry*& sensor : sensors) {
      if (!adds_metadata(plan, sensor->sensor)) continue;
      SensorTelemetry& own = out.own.emplace_back(*sensor);
      add_metadata(plan, own);
      sensor = &own;
    }
}

}  // namespace

std::vector<FedScope> fed_scopes(const Plan& plan) {
  std::vector<FedScope> out;
  for (const PlanOutlets& one : plan.outlets)
    out.push_back({"outlets of " + one.node, {one.node}, false, one.scopes, {}});
  for (const PlanShelves& one : plan.shelves)
    out.push_back({one.rack, one.feeds, false, one.scopes, {}});
  for (const PlanChassis& one : plan.chassis)
    out.push_back({one.chassis, one.feeds, false, one.scopes, {}});
  for (const PlanShared& one : plan.shared)
    if (!one.measured_by.empty()) out.push_back({one.name, {one.name}, true, one.measured_by, {}});
  return out;
}

const FedScope* fed_scope_of(const Arrangement& arrangement, const std::string& name) {
  for (const FedScope& fed : arrangement.scopes)
    if (fed.name == name) return &fed;
  return nullptr;
}

Result<Arrangement> arrange(const Telemetry& telemetry, const Plan* plan) {
  Arrangement out;
  auto members = members_of(telemetry);
  if (!members) return tl::unexpected<Error>(members.error());
  out.members = std::move(*members);
  if (plan == nullptr) return out;
  const auto index = scopes_of_site(telemetry);
  if (!index) return tl::unexpected<Error>(index.error());
  add_to_nodes(*plan, out);
  out.scopes = fed_scopes(*plan);
  for (FedScope& fed : out.scopes) claim(fed, *index, *plan, out);
  return out;
}

}  // namespace joulemark
