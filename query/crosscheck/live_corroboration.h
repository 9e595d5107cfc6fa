// Two independent chains that agree in the run that is reported (METHOD L-6), from their series.
#pragma once

#include "core/result.h"
#include "measurement/corroboration.h"
#include "query/crosscheck/make_crosscheck.h"

namespace joulemark {

struct LiveCorroboration {
  Corroboration result;
  CrosscheckRecord record;  // the levels with their blocks, and the lag: what it rests on
};

// material: idle, a steady load and the workload of X-2, observed in that run, prepared as for
// make_crosscheck; window: the reported window with the series of both chains, its name and kind
// not used. kInvalid: as make_crosscheck and corroborate; a chain without energy in the window; a
// calibrated reference (then it is a cross-validation), or one device.
Result<LiveCorroboration> corroborate_live(CrosscheckMaterial material, LevelMaterial window);

}  // namespace joulemark
