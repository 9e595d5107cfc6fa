// Where two sensors differ over their range (METHOD X-5): in gain, in offset, or from block to
// block.
#pragma once

#include <span>

#include "core/result.h"

namespace joulemark {

inline constexpr double kWidestAgreement = 0.05;  // of the mean power

// y = intercept + slope x, errors of both alike (lambda = 1).
struct DemingLine {
  double slope = 1.0;
  double intercept = 0.0;    // W
  double u_intercept = 0.0;  // W, by leaving out one block at a time (jackknife)
};

// Orthogonal regression of the block powers y over x, W. kInvalid: fewer than 5 pairs or unequal
// numbers of them, no finite number, blocks of one power only (no line), no common trend.
Result<DemingLine> deming(std::span<const double> x, std::span<const double> y);

struct BlandAltman {
  double bias = 0.0;             // mean of x - y, W
  double deviation = 0.0;        // standard deviation of x - y, W
  double low = 0.0, high = 0.0;  // limits of agreement: bias -+ 1.96 deviation, W
  double mean = 0.0;             // of both, W

  // +-1.96 s is more than +-5 % of the mean.
  [[nodiscard]] bool too_wide() const { return high - bias > kWidestAgreement * mean; }
};

// kInvalid: fewer than 5 pairs or unequal numbers of them, no finite number.
Result<BlandAltman> bland_altman(std::span<const double> x, std::span<const double> y);

}  // namespace joulemark
