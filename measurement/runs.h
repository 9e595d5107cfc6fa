// Several recorded runs of one benchmark (METHOD R-1): their mean energy, whose uncertainty falls
// with the number of runs only in what differs between them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/result.h"
#include "measurement/code.h"
#include "measurement/component.h"
#include "measurement/uncertainty.h"

namespace joulemark {

// One run as its total came out.
struct RecordedRun {
  double energy = 0.0;       // J
  Budget budget;             // J
  double alias_bound = 0.0;  // J
  Codes codes;
  // Larger is a worse performance, e.g. time to train in s; the Olympic mean ranks by it.
  std::optional<double> performance;
};

struct RunsMean {
  double energy = 0.0;              // J
  std::size_t recorded = 0;         // runs; printed beside the mean
  double standard_deviation = 0.0;  // J, between the runs
  // Components of the mean: `runs` (type A) and every systematic one, J.
  Budget budget;
  Combined combined;
  double alias_bound = 0.0;  // J
  double headline_U = 0.0;   // J; U_safe with ALIAS_RISK
  Codes codes;               // of all runs; SINGLE_RUN where there is one
};

// u_A^2 = max(s^2/n, sum u_rand^2/n^2), dof n - 1 if the first is larger. u_rand is what U-1
// leaves ungrouped and no unit owns: resolution, tick, update and integration of an exporter that
// is not known. All else is systematic: it adds linearly over the runs and is divided by n once.
// kInvalid: no run; an energy, u or alias bound that is no finite number or is negative.
Result<RunsMean> mean_of_runs(std::span<const RecordedRun> runs);

// mean energy in J without the runs of best and worst performance, the ones that the
// performance score drops; of equally fast runs the one with less energy counts as the better.
// kInvalid: fewer than 3 runs; a run without performance; anything that is no finite number.
Result<double> olympic_mean(std::span<const RecordedRun> runs);

}  // namespace joulemark
