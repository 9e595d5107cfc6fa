// The Sensors of a chassis (Sensor v1_13_0), and what the Sensors behind excerpts state.
#pragma once

#include "sources/redfish/service/resources.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

// Every power and energy sensor of the collection. What is none, has a unit that fits no type, or
// is relative to a limit (ReadingBasis) is left out; the second with a remark.
void walk_sensors(Resources& resources, const Json& collection, const ChassisPart& part,
                  About about, Inventory& out);

// Fetches the Sensor behind each measured value and completes `stated` from it.
void add_stated(Resources& resources, Inventory& out);

}  // namespace joulemark::redfish
