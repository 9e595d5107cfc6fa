// The ACPI power meter (ACPI000D): a meter of the whole chassis, or one per rail of a Grace socket.
#pragma once

#include <optional>

#include "sources/hwmon/place.h"

namespace joulemark::hwmon {

inline constexpr std::string_view kAcpiMeter = "power_meter";
inline constexpr std::string_view kGraceClass = "Grace, GB200 module (hwmon average)";

// By the OEM text "Module|Grace|CPU|SysIO Power Socket n": the module contains the Grace socket,
// which contains the rails of its cores and of its I/O. Without a socket in its text it is the
// chassis, if it is the only meter (METHOD S-1a); empty for any other meter, and for one of a
// battery.
std::optional<Place> place_acpi_meter(const ChipView& view, const Channel& channel);

}  // namespace joulemark::hwmon
