// The Power resource of before Redfish 2020.4 (Power v1_7_3), which most machines in use still
// have: PowerControl, PowerSupplies, and what vendors put into Oem.
#pragma once

#include "sources/redfish/service/resources.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

void walk_legacy_power(Resources& resources, const Json& chassis, const ChassisPart& part,
                       Inventory& out);

// An array, or the one object that some firmware writes in its place, as a list of elements. What
// is no object keeps its place, so that an index is that of the JSON pointer.
std::vector<const Json*> elements(const Json& list);

}  // namespace joulemark::redfish
