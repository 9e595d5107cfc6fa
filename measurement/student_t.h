// Student's t of METHOD U-3, for 95 % on both sides or on one, from the printed tables so that
// every implementation agrees to the last digit.
#pragma once

namespace joulemark {

// max(2, t_0.975) at floor(dof + 1e-6), at least 1; 2 from 60 on. No number counts as one degree of
// freedom.
double coverage_factor(double dof);

// One-sided t_0.95 at floor(dof + 1e-6), at least 1; 1.697 above 30. No number counts as one
// degree of freedom.
double one_sided_factor(double dof);

}  // namespace joulemark
