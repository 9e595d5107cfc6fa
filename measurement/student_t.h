// Coverage factor of METHOD U-3: Student's t for 95 %, from the printed table so that every
// implementation agrees to the last digit.
#pragma once

namespace joulemark {

// max(2, t_0.975) at floor(dof + 1e-6), at least 1; 2 from 60 on. No number counts as one degree of
// freedom.
double coverage_factor(double dof);

}  // namespace joulemark
