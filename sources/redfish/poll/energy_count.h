// A count of energy from the text it was written as: whole steps of its last decimal, never a
// double that was multiplied.
#pragma once

#include <cstdint>
#include <optional>

#include "sources/redfish/service/number.h"

namespace joulemark::redfish {

// The number in steps of 10^-decimals, rounded; decimals 0 to 9. Empty: negative, or too large.
std::optional<std::uint64_t> counts_of(const Number& number, int decimals);

}  // namespace joulemark::redfish
