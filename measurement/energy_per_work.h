// Energy per token, batch or other unit of completed work (METHOD R-2).
#pragma once

#include "core/result.h"

namespace joulemark {

struct EnergyPerWork {
  double value = 0.0;  // J per unit of work
  double u = 0.0;      // standard uncertainty, J per unit
  double k = 2.0;      // coverage factor U/u
  double U = 0.0;      // expanded uncertainty, about 95 %, J per unit
};

// y = E/T with (u_y/y)^2 = (u_E/E)^2 + (u_T/T)^2 and (U_y/y)^2 = (U_E/E)^2 + (2 u_T/T)^2. energy,
// its standard and its (headline) expanded uncertainty in J; work in units of one kind, u_work its
// standard uncertainty: 0 for completed counts. Of a cluster: sum of E over sum of T; input and
// output tokens are never added. kInvalid: energy or work not above zero (no joule per nothing), an
// uncertainty that is negative, or anything that is no finite number.
Result<EnergyPerWork> energy_per_work(double energy, double u_energy, double expanded, double work,
                                      double u_work = 0.0);

}  // namespace joulemark
