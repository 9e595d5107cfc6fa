// What a channel stands for in the machine, so that nothing can be counted twice.
#pragma once

#include <string>
#include <string_view>

#include "core/sensor.h"
#include "sources/hwmon/channel.h"

namespace joulemark::hwmon {

// METHOD's row for meters whose own accuracy is not known.
inline constexpr std::string_view kMeterClass = "ACPI, hwmon power meter without power1_accuracy";

// A chip as discovery sees it. Refers to its parts.
struct ChipView {
  const Chip& chip;
  const Attributes& attributes;
  bool only_of_its_name = true;  // no other chip of this machine has the name
};

struct Place {
  std::string scope;
  Component component = Component::kRail;
  Boundary boundary = Boundary::kUnknown;
  std::string_view source_class = {};  // empty: nobody knows what this measures
  std::string vendor = {};
};

// The rule of the chip's driver; a channel that has none is a rail.
Place place_of(const ChipView& view, const Channel& channel);

// Exported, in no total: it may lie inside anything. The scope names chip, channel and label.
Place rail(const Chip& chip, const Channel& channel);
// A part of the machine behind all converters that METHOD counts.
Place part(std::string scope, Component component, std::string_view source_class = kMeterClass);

// The last segment of a path in devices/.
std::string_view last_segment(std::string_view device);

}  // namespace joulemark::hwmon
