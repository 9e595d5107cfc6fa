// All chassis of a service and what each of them measures.
#pragma once

#include "sources/redfish/service/resources.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

void walk_chassis(Resources& resources, const Json& collection, Inventory& out);

}  // namespace joulemark::redfish
