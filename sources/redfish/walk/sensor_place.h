// What a Sensor covers and at which boundary, from its contexts and, where these are missing, from
// names that vendors use.
#pragma once

#include "sources/redfish/service/document.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

// Sets about, boundary, supply, evidence and synthesized. `inside`: what the chassis is; in one
// that is a module, only the sensor that bears its name ("HGX_GPU_0_Power_0" of HGX_GPU_0) is all
// of it.
void place_sensor(const Json& sensor, const ChassisPart& part, About inside, Measured& out);

}  // namespace joulemark::redfish
