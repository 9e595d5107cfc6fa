// inventory.json (joulemark.inventory/1): every sensor of a telemetry with all its metadata and the
// member that has its samples; in the root folder also what was asked and the plan's files.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "query/telemetry.h"

namespace joulemark {

struct InventoryRequest {
  std::optional<std::vector<std::string>> nodes;  // empty: every node of the telemetry
  std::string nodes_from;
  std::size_t others = 0;  // folders others/1/ and up
};

struct InventoryPlan {
  std::string name;                          // of the plan's file; its text is plan.yaml
  std::map<std::string, std::string> files;  // as the plan names them, to members
};

struct InventoryMembers {
  std::vector<std::string> samples;  // of each sensor
  std::vector<std::string> work;     // of each counter of work
};

struct Inventory {
  ServerInfo server;
  std::vector<SensorTelemetry> sensors;  // without samples
  std::vector<WorkCounter> work;         // likewise
  InventoryMembers members;
  std::optional<InventoryRequest> request;
  std::optional<InventoryPlan> plan;
};

// members: in the order of the telemetry.
std::string inventory_to_json(const Telemetry& telemetry, const InventoryMembers& members,
                              const std::optional<InventoryRequest>& request,
                              const std::optional<InventoryPlan>& plan);
// name: of the member, for messages. kInvalid: another schema, a key that is missing or of the
// wrong type, two sensors with one member.
Result<Inventory> inventory_from_json(std::string_view text, const std::string& name);

std::string clocks_to_csv(const std::vector<ClockEvidence>& clocks);
Result<std::vector<ClockEvidence>> clocks_from_csv(std::string_view text, const std::string& name);

}  // namespace joulemark
