// EnvironmentMetrics of the processors and memory modules of each computer system.
#pragma once

#include "sources/redfish/service/resources.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

void walk_processors(Resources& resources, const Json& systems, Inventory& out);

}  // namespace joulemark::redfish
