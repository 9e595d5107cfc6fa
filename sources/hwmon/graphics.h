// Graphics and accelerator cards, known by their PCI address: node/gpu:0000:03:00.0, the scope that
// other sources give to the same card.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sources/hwmon/place.h"

namespace joulemark::hwmon {

inline constexpr std::string_view kIntelGpuClass = "Intel xe, i915 energy";

// "0000:03:00.0" if the device is a PCI function.
std::optional<std::string> pci_address(std::string_view device);

// A card of its own, or graphics inside the processor, whose power is the whole package's: then the
// scope is the package's. Empty for an Instinct MI300A, a processor of several sockets whose socket
// is not told.
std::optional<Place> place_amdgpu(const ChipView& view, const Channel& channel);

// Energy "card" contains "pkg" and the tiles. The drivers know cards only, no integrated graphics.
std::optional<Place> place_intel_graphics(const ChipView& view, const Channel& channel);
std::optional<Place> place_intel_tile(const ChipView& view, const Channel& channel);  // i915_gtN

}  // namespace joulemark::hwmon
