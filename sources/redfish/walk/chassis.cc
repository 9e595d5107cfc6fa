#include "sources/redfish/walk/chassis.h"

#include "sources/redfish/walk/environment.h"
#include "sources/redfish/walk/legacy_power.h"
#include "sources/redfish/walk/power_subsystem.h"
#include "sources/redfish/walk/sensors.h"

namespace joulemark::redfish {
namespace {

ChassisPart part_of(const Resources::Found& found) {
  const Json& body = found.body();
  ChassisPart part;
  part.path = found.path;
  part.id = text_of(body, "Id");
  if (part.id.empty()) part.id = found.path.substr(found.path.rfind('/') + 1);
  part.type = text_of(body, "ChassisType");
  const Json& above = member_at(body, {"Links", "ContainedBy"});
  part.contained_by = parse_link(text_of(above, "@odata.id")).path;
  part.manufacturer = text_of(body, "Manufacturer");
  part.model = text_of(body, "Model");
  part.serial = text_of(body, "SerialNumber");
  part.power_state = text_of(body, "PowerState");
  const Json& systems = member_at(body, {"Links", "ComputerSystems"});
  part.systems = systems.is_array() ? systems.size() : 0;
  const Json& distribution = member_at(body, {"Links", "PowerDistribution"});
  part.equipment = !distribution.is_null();
  return part;
}

// GPU and CPU boards, modules and so on are chassis of their own inside a node.
About about_of(const ChassisPart& part, const Json& body) {
  const bool inside = part.type == "Module" || part.type == "Component" || part.type == "Card" ||
                      part.type == "ExpansionModule" || part.type == "Zone";
  if (!inside) return About::kChassis;
  const Json& processors = member_at(body, {"Links", "Processors"});
  if (!processors.is_array() || processors.size() != 1)
    return part.type == "Module" ? About::kModule : About::kPart;
  const std::string processor = text_of(processors.front(), "@odata.id");
  return processor.find("GPU") != std::string::npos ? About::kGpu : About::kCpu;
}

}  // namespace

void walk_chassis(Resources& resources, const Json& collection, Inventory& out) {
  for (const auto& found : resources.members(collection)) {
    const Json& body = found.body();
    const ChassisPart part = part_of(found);
    const About about = about_of(part, body);
    out.chassis.push_back(part);
    walk_power_subsystem(resources, body, part, out);
    walk_legacy_power(resources, body, part, out);
    walk_environment(resources, member(body, "EnvironmentMetrics"), {part.path, part.id, about},
                     out);
    walk_sensors(resources, member(body, "Sensors"), part, about, out);
  }
}

}  // namespace joulemark::redfish
