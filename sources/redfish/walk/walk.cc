#include "sources/redfish/walk/walk.h"

#include "sources/redfish/walk/chassis.h"
#include "sources/redfish/walk/equipment.h"
#include "sources/redfish/walk/managers.h"
#include "sources/redfish/walk/metric_report.h"
#include "sources/redfish/walk/processors.h"
#include "sources/redfish/walk/sensors.h"

namespace joulemark::redfish {
namespace {

void read_root(const Json& root, Inventory& out) {
  out.redfish_version = text_of(root, "RedfishVersion");
  out.vendor = text_of(root, "Vendor");
  out.product = text_of(root, "Product");
  out.uuid = text_of(root, "UUID");
  const Json& expand = member_at(root, {"ProtocolFeaturesSupported", "ExpandQuery"});
  out.expand = member(expand, "NoLinks") == Json(true) && member(expand, "Levels") == Json(true);
}

}  // namespace

Inventory walk(Resources& resources) {
  Inventory out;
  resources.begin_walk();
  const auto root = resources.at(std::string("/redfish/v1"));
  if (!root) return out;
  read_root(root->body(), out);
  walk_chassis(resources, member(root->body(), "Chassis"), out);
  walk_managers(resources, member(root->body(), "Managers"), out);
  walk_equipment(resources, member(root->body(), "PowerEquipment"), out);
  walk_processors(resources, member(root->body(), "Systems"), out);
  walk_metric_reports(resources, member(root->body(), "TelemetryService"), out);
  add_stated(resources, out);
  if (resources.full())
    out.remarks.push_back({root->path, "TRUNCATED",
                           "more than " + std::to_string(Resources::kMostResources) +
                               " resources; the rest was not looked at"});
  if (member(root->body(), "PowerDistribution").is_object() &&
      !member(root->body(), "PowerEquipment").is_object())
    out.remarks.push_back(
        {root->path, "PRESTANDARD", "power distribution of before the standard; not read"});
  return out;
}

}  // namespace joulemark::redfish
