// Durations of ISO 8601 as Redfish services write them: "PT0.25S", "PT5S", "PT0H0M5S", "P1D".
#pragma once

#include <optional>
#include <string_view>

#include "core/units.h"

namespace joulemark::redfish {

// Empty: years and months (of no fixed length), a sign, anything else, more than 100 days.
std::optional<Duration> parse_iso_duration(std::string_view text);

}  // namespace joulemark::redfish
