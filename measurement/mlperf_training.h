// The energy that the MLPerf Training rule computes from the same readings (METHOD Y-4): published
// beside E, never instead of it.
#pragma once

#include "core/result.h"
#include "measurement/series.h"

namespace joulemark {

// sum p_i (t_i - t_{i-1}) in J over the readings of a gauge that cover the window: those after t0
// up to and with the first at or after t1, at unshifted times, the first interval from t0. Readings
// that are no number or negative are dropped, of equal times the first is kept. kInvalid: not a
// gauge, no window, columns or times out of order, a power that is not real. kNotPresent: no
// reading at or after t1, so the window is not covered.
Result<double> mlperf_training_joules(const Series& series, const Window& window);

// MLPERF_DIFFERS: the sums over all members differ by more than U of the total; J.
bool mlperf_differs(double mlperf_joules, double energy, double U);

}  // namespace joulemark
