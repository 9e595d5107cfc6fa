#include "sources/redfish/walk/managers.h"

#include <algorithm>

namespace joulemark::redfish {
namespace {

constexpr int kMostLevels = 8;  // of chassis within chassis

std::string firmware_of(const Resources::Found& manager) {
  return text_of(manager.body(), "FirmwareVersion");
}

// Of several managers the BMC: others manage an enclosure or a chassis of blades.
std::string firmware_among(const std::vector<Resources::Found>& managers) {
  std::string first;
  for (const auto& one : managers) {
    if (text_of(one.body(), "ManagerType") == "BMC" && !firmware_of(one).empty())
      return firmware_of(one);
    if (first.empty()) first = firmware_of(one);
  }
  return first;
}

std::string firmware_above(const Inventory& inventory, const ChassisPart& part) {
  std::string path = part.contained_by;
  for (int level = 0; level < kMostLevels && !path.empty(); ++level) {
    const auto above = std::find_if(inventory.chassis.begin(), inventory.chassis.end(),
                                    [&](const ChassisPart& one) { return one.path == path; });
    if (above == inventory.chassis.end()) break;
    if (!above->firmware.empty()) return above->firmware;
    path = above->contained_by;
  }
  return {};
}

std::string only_firmware(Resources& resources, const Json& collection) {
  const auto managers = resources.members(collection);
  return managers.size() == 1 ? firmware_of(managers.front()) : std::string();
}

}  // namespace

void walk_managers(Resources& resources, const Json& collection, Inventory& out) {
  for (ChassisPart& part : out.chassis) {
    const auto chassis = resources.at(part.path);
    if (!chassis) continue;
    part.firmware =
        firmware_among(resources.each(member_at(chassis->body(), {"Links", "ManagedBy"})));
  }
  for (ChassisPart& part : out.chassis) {
    if (part.firmware.empty()) part.firmware = firmware_above(out, part);
    if (part.firmware.empty()) part.firmware = only_firmware(resources, collection);
  }
}

}  // namespace joulemark::redfish
