// The walk over a service: by links only, from the root.
#pragma once

#include "sources/redfish/service/resources.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

// What the resources fetched so far say. Complete once the walk leaves nothing wanted.
Inventory walk(Resources& resources);

}  // namespace joulemark::redfish
