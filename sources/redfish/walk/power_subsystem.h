// PowerSubsystem, its PowerSupplies and their Metrics (PowerSupplyMetrics v1_2_0).
#pragma once

#include "sources/redfish/service/resources.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

void walk_power_subsystem(Resources& resources, const Json& chassis, const ChassisPart& part,
                          Inventory& out);

}  // namespace joulemark::redfish
