// The cross-checks of a fleet together (METHOD X-8): one sensor far off, or many a little, speak
// against all of its model.
#pragma once

#include <cstddef>
#include <span>

#include "core/result.h"

namespace joulemark {

struct FleetResult {
  std::size_t tested = 0;
  std::size_t above_one = 0;  // E_n > 1; at most 5 % of the tested may be
  std::size_t far_above = 0;  // E_n > 1.5; none may be
  bool passes = false;
};

// en: the largest E_n of each unit tested. kInvalid: none, or one that is negative or no finite
// number.
Result<FleetResult> fleet(std::span<const double> en);

}  // namespace joulemark
