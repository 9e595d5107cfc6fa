// A cumulative count as a store gives it back. One that keeps decimals (VictoriaMetrics) may return
// a count that stood still as one that fell by its last digit; by METHOD C-2 that would be a reset,
// and the whole count would be added to the energy.
#pragma once

#include <vector>

namespace joulemark {

// The value, or the last of those before it if it is less by no more than rounding. No reset falls
// by so little.
inline double count_at(double value, const std::vector<double>& before) {
  constexpr double kRounding = 1e-12;
  if (before.empty()) return value;
  const double last = before.back();
  return value < last && last - value <= kRounding * last ? last : value;
}

}  // namespace joulemark
