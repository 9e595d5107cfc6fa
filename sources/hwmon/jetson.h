// Current sensors on NVIDIA Jetson boards, known by the labels of their rails.
#pragma once

#include <optional>

#include "sources/hwmon/place.h"

namespace joulemark::hwmon {

// VDD_IN, POM_5V_IN and VIN are the input of the whole module (METHOD S-1a). Boards without such a
// rail (AGX Orin) have rails that do not overlap; each counts under the name of what it feeds. A
// label that is not in the list is a rail in no total.
std::optional<Place> place_jetson(const ChipView& view, const Channel& channel);

}  // namespace joulemark::hwmon
