// Splits energy by weights so that not one millijoule appears or vanishes (METHOD W-4).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/result.h"

namespace joulemark {

using Millijoules = std::int64_t;

inline constexpr Millijoules kMostMillijoules = (Millijoules{1} << 53) - 1;  // exact in a double

// floor(1000 E + 1/2) (W-1). kInvalid: negative, no finite number, or above kMostMillijoules.
Result<Millijoules> millijoules(double joules);

// One share per weight, in order: floor of total w_j/sum w, the rest by largest fractional part,
// ties to the lower index. The shares add up to total exactly; where no weight is above zero
// nothing is apportioned and all shares are 0. kInvalid: total below 0 or above kMostMillijoules; a
// weight that is negative or no finite number.
Result<std::vector<Millijoules>> apportion(Millijoules total, std::span<const double> weights);

}  // namespace joulemark
