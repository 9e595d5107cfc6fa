// What validated units say about another unit of the same model and firmware (METHOD X-7b).
#pragma once

#include <span>
#include <string>

#include "core/result.h"
#include "measurement/component.h"

namespace joulemark {

inline constexpr std::size_t kFewestUnits = 5;  // X-7b; fewer: U is printed, no class

struct TransferredCorrection {
  double factor = 1.0;      // for the readings of the further unit
  double s_unit = 0.0;      // standard deviation of mean r between units
  double u_relative = 0.0;  // sqrt(u_ref^2 + s_unit^2 (1 + 1/m))
  double dof = kInfinity;   // effective
  double k = 2.0;
  double U_relative = 0.0;
  bool gives_class = false;  // m >= 5
  // Relative components of one such unit in a total: u_ref in the group of the reference,
  // s_unit/sqrt(m) in that of the model, s_unit of the unit itself.
  Budget in_total;
};

// mean_r: one per validated unit; u_reference: relative, of the reference. kInvalid: fewer than 2
// units, anything that is no finite number, u_reference negative.
Result<TransferredCorrection> transfer(std::span<const double> mean_r, double u_reference,
                                       const std::string& reference, const std::string& model);

}  // namespace joulemark
