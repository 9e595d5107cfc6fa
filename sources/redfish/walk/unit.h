// What a number of a Redfish Sensor counts, from its ReadingType and ReadingUnits together: either
// alone has been seen to be wrong.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/sensor.h"

namespace joulemark::redfish {

struct Unit {
  QuantityKind quantity = QuantityKind::kPower;
  double si_per_unit = 1.0;  // W or J per unit of the number
};

// Types Power, EnergyJoules, EnergyWh and EnergykWh; units of UCUM ("W", "kW.h") and the spellings
// "Watts", "kWh", "Wh", "Joules"; absent units are those of the type. Empty: another type, a blank
// unit (a discrete sensor), or a type and a unit that contradict one another.
std::optional<Unit> unit_of(std::string_view reading_type, const std::optional<std::string>& units);

}  // namespace joulemark::redfish
