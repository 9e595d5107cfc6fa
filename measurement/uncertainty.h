// Combination of a budget (METHOD U-1 to U-3, GUM 5.1.2 and annex G).
#pragma once

#include "measurement/component.h"

namespace joulemark {

struct Combined {
  double u_c = 0.0;        // combined standard uncertainty, J
  double dof = kInfinity;  // effective degrees of freedom, for information (U-2)
  double k = 2.0;          // coverage factor U/u_c
  double U = 0.0;          // expanded uncertainty, about 95 %, J
};

// Groups add linearly, the rest by root sum of squares; outages are grouped by their intervals
// (U-1a).
Combined combine(const Budget& budget);

// The groups and ungrouped components after U-1, largest u first: what a report lists.
Budget grouped(const Budget& budget);

// U_safe = sqrt(U^2 + (2 alias_bound/sqrt 3)^2) (G-7).
double safe_uncertainty(double U, double alias_bound);

}  // namespace joulemark
