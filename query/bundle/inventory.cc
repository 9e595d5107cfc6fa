#include "query/bundle/inventory.h"

#include <set>

#include "query/bundle/fields.h"
#include "query/bundle/json_fields.h"
#include "query/bundle/member_names.h"

namespace joulemark {
namespace {

using bundle::Complaint;
using bundle::FieldsReader;
using bundle::FieldsWriter;
using bundle::Json;

constexpr std::string_view kInventorySchema = "joulemark.inventory/1";

Json sensor_json(const SensorTelemetry& sensor, const std::string& samples) {
  Json out{{"samples", samples}};
  FieldsWriter fields(out);
  bundle::describe_telemetry(fields, sensor);
  return out;
}

Json request_json(const InventoryRequest& request) {
  return {{"nodes", request.nodes ? Json(*request.nodes) : Json()},
          {"nodes_from", request.nodes_from},
          {"others", request.others}};
}

// One sensor a line: a person finds it, and two bundles can be compared by diff.
std::string lines_of(const Json& head, const Json& sensors) {
  constexpr auto kReplace = Json::error_handler_t::replace;
  std::string out = head.dump(1, ' ', false, kReplace);
  out.erase(out.size() - 2);  // "\n}"
  out += ",\n \"sensors\": [";
  for (std::size_t i = 0; i < sensors.size(); ++i)
    out += (i == 0 ? "\n  " : ",\n  ") + sensors[i].dump(-1, ' ', false, kReplace);
  return out + "\n ]\n}\n";
}

void read_sensors(FieldsReader& fields, Complaint& complaint, Inventory& out) {
  const Json* list = fields.find("sensors");
  if (list == nullptr) return;
  if (!list->is_array()) return fields.complain("sensors", "must be a list");
  std::set<std::string> members;
  for (const Json& one : *list) {
    FieldsReader sensor(one, "sensors[" + std::to_string(out.sensors.size()) + "]", complaint);
    std::string& member = out.members.samples.emplace_back();
    sensor.text("samples", member);
    if (!is_member_name(member) || !members.insert(member).second)
      sensor.complain("samples", "must be the name of a member, and of no other sensor's");
    bundle::describe_telemetry(sensor, out.sensors.emplace_back());
    if (complaint.first) return;
  }
}

void read_work_counters(FieldsReader& fields, Complaint& complaint, Inventory& out) {
  const Json* list = fields.find("work", false);
  if (list == nullptr) return;
  if (!list->is_array()) return fields.complain("work", "must be a list");
  for (const Json& one : *list) {
    FieldsReader counter(one, "work[" + std::to_string(out.work.size()) + "]", complaint);
    counter.text("node", out.work.emplace_back().node);
    counter.text("samples", out.members.work.emplace_back());
  }
}

void read_request(FieldsReader& fields, Inventory& out) {
  const auto describe = [](FieldsReader& request, InventoryRequest& into) {
    const Json* nodes = request.find("nodes");
    if (nodes != nullptr && !nodes->is_null()) into.nodes = bundle::texts_of(request, "nodes");
    request.text("nodes_from", into.nodes_from);
    request.count("others", into.others);
  };
  fields.object("request", out.request, describe);
}

void read_plan_files(FieldsReader& plan, InventoryPlan& out) {
  plan.text("name", out.name);
  const Json* files = plan.find("files");
  if (files == nullptr || !files->is_object())
    return plan.complain("files", "must map names of files to members");
  for (const auto& [file, member] : files->items())
    if (member.is_string() && is_member_name(member.get_ref<const std::string&>()))
      out.files[file] = member.get<std::string>();
    else
      plan.complain("files", "must map names of files to members");
}

}  // namespace

std::string inventory_to_json(const Telemetry& telemetry, const InventoryMembers& members,
                              const std::optional<InventoryRequest>& request,
                              const std::optional<InventoryPlan>& plan) {
  Json head{{"schema", kInventorySchema}};
  if (request) head["request"] = request_json(*request);
  if (plan) head["plan"] = {{"name", plan->name}, {"files", Json(plan->files)}};
  FieldsWriter(head).object("server", telemetry.server, [](auto& fields, const ServerInfo& server) {
    bundle::describe_server(fields, server);
  });
  for (std::size_t i = 0; i < telemetry.work.size(); ++i)
    head["work"].push_back({{"node", telemetry.work[i].node}, {"samples", members.work[i]}});
  Json sensors = Json::array();
  for (std::size_t i = 0; i < telemetry.sensors.size(); ++i)
    sensors.push_back(sensor_json(telemetry.sensors[i], members.samples[i]));
  return lines_of(head, sensors);
}

Result<Inventory> inventory_from_json(std::string_view text, const std::string& name) {
  Complaint complaint{name, {}};
  const Json json = bundle::parse_member(text, kInventorySchema, complaint);
  Inventory out;
  FieldsReader fields(json, "", complaint);
  fields.object("server", out.server, [](FieldsReader& server, ServerInfo& into) {
    bundle::describe_server(server, into);
  });
  read_sensors(fields, complaint, out);
  read_work_counters(fields, complaint, out);
  read_request(fields, out);
  fields.object("plan", out.plan, read_plan_files);
  if (complaint.first) return tl::unexpected<Error>(*complaint.first);
  return out;
}

}  // namespace joulemark
