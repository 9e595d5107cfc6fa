// The first screen (docs/report): 110 columns, about 30 lines, readable without colour, for 1 node
// and for 2,000.
#pragma once

#include <cstddef>
#include <string>

#include "query/report.h"

namespace joulemark {

inline constexpr std::size_t kScreenColumns = 110;

std::string report_to_text(const Report& report);

}  // namespace joulemark
