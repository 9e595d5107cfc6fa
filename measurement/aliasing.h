// What readings that do not see all of the load may have missed (METHOD G-7, I-5).
#pragma once

#include <string>

#include "measurement/bounds.h"
#include "measurement/series.h"
#include "measurement/timing.h"

namespace joulemark {

// A standard uncertainty squared with its degrees of freedom.
struct Variance {
  double u2 = 0.0;
  double dof = 0.0;
};

// Of a sum of terms x whose differences overlap m-fold: u2 = sum x/m,
// dof = max(1, (sum x)^2/(m sum x^2)), infinite if all are 0.
Variance variance_of_terms(double sum, double sum_of_squares, double overlap);

// The larger of what was seen and the floor (D sd)^2/N, N = max(2, D/step), dof N - 1.
Variance at_least_scatter(const Variance& seen, double sd, double duration, double step);

// (1 - min(1, phi W/step)) D max(PH - E/D, E/D - PL), in J.
double alias_bound(const Timing& timing, double step, double energy, double duration,
                   const PowerRange& range);

// "read:<exporter>/<source>": sensors read in one pass share the moments; empty if the exporter is
// not known.
std::string read_group(const Series& series);

}  // namespace joulemark
