// Two independent chains, neither calibrated, that agree in the run that is reported (METHOD L-6).
// It confirms honest budgets; it cannot repair two that are both too small.
#pragma once

#include <vector>

#include "core/result.h"
#include "measurement/crosscheck.h"

namespace joulemark {

struct Corroboration {
  bool agrees = false;        // E_n <= 1 and TOST at 5 % on every level, E_n <= 1 for the window
  bool corroborated = false;  // and U/E <= 7 %
  double energy = 0.0;        // J, of the upstream chain
  double U = 0.0;             // J: max(U1, rho U2, |mean r| E, 0.03 E)
  double mean_r = 0.0;        // over all blocks
  std::vector<LevelResult> levels;
};

// input.reference is the upstream chain's window with its U, input.validated the other one's; the
// levels' own U are not used, each has the relative U of its chain's window. kInvalid: as
// crosscheck() for levels and blocks, but for one power.
Result<Corroboration> corroborate(const CrosscheckInput& input);

}  // namespace joulemark
