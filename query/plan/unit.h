// Units in which other exporters tell power and energy.
#pragma once

#include <optional>
#include <string_view>

#include "core/sensor.h"

namespace joulemark {

// Watts or joules per unit; empty: no unit of that quantity.
std::optional<double> unit_factor(std::string_view unit, QuantityKind quantity);

}  // namespace joulemark
