// Two power traces on one grid (METHOD X-3), so that they can be shifted against each other.
#pragma once

#include <vector>

#include "core/result.h"

namespace joulemark {

struct PowerTrace {
  std::vector<double> time;   // s, ascending
  std::vector<double> power;  // W
};

struct CommonGrid {
  double step = 0.0;                         // s: the larger of the two median intervals
  std::vector<double> reference, validated;  // W, by linear interpolation where both exist
};

// kInvalid: fewer than 3 readings, times that do not ascend, no finite number; a gap of more than 3
// steps (nothing is invented there: pass the stretch without it); no common time; more than 2
// million steps.
Result<CommonGrid> common_grid(const PowerTrace& reference, const PowerTrace& validated);

}  // namespace joulemark
