// Numbers of the metrics page. Counters come from integers, so that no digit is lost on the way to
// text.
#pragma once

#include <cstdint>
#include <string>

#include "core/units.h"

namespace joulemark {

// Shortest decimal that reads back as the same double. value is finite.
void append_number(std::string& out, double value);
void append_number(std::string& out, std::uint64_t value);

// counts x unit: exact decimal where the unit is a power of ten from 1e-18 to 1, else the double
// product.
void append_product(std::string& out, std::uint64_t counts, double unit);

// Seconds since 1970, exact to the nanosecond.
void append_seconds(std::string& out, UtcTime time);

}  // namespace joulemark
