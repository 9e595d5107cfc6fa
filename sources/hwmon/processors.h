// Meters of servers' processors: IBM POWER (the service processor's figures through OPAL), AMD EPYC
// (HSMP) and Ampere Altra (SMpro).
#pragma once

#include <optional>

#include "sources/hwmon/place.h"

namespace joulemark::hwmon {

// "System" is the node; "Chip n" a processor, "Chip n Vdd" a rail inside it. "GPU n" has no PCI
// address and could be counted beside the card's own meter: it is in no total.
std::optional<Place> place_powernv(const ChipView& view, const Channel& channel);

// The socket's power a second time: the scope is that of the RAPL package.
std::optional<Place> place_hsmp(const ChipView& view, const Channel& channel);

// Five regulators per socket that do not overlap: cores, SoC, PCIe, and two of the memory.
std::optional<Place> place_smpro(const ChipView& view, const Channel& channel);

}  // namespace joulemark::hwmon
