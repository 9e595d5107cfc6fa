// PowerEquipment (v1_2_3): PDUs and power shelves, their totals, mains, branches and outlets.
#pragma once

#include "sources/redfish/service/resources.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

void walk_equipment(Resources& resources, const Json& link, Inventory& out);

}  // namespace joulemark::redfish
