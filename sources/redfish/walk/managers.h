// The management controllers (BMCs) whose firmware measures.
#pragma once

#include "sources/redfish/service/resources.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

// After the chassis were walked: the firmware of each, by its link to the manager; where a chassis
// has none, that of what it is contained in, or the only manager of the service.
void walk_managers(Resources& resources, const Json& collection, Inventory& out);

}  // namespace joulemark::redfish
