// Two independent chains that agree in the run that is reported (METHOD L-6), and what else a
// cross-check of that very run allows (L-3).
#pragma once

#include "core/result.h"
#include "measurement/corroboration.h"
#include "query/crosscheck/crosscheck_record.h"

namespace joulemark {

// Its workload level is the run of this window: its blocks fill the window but for a minute at the
// end and what had no energy, at most a tenth; and its other levels lie within a day of it.
bool is_of_the_run(const CrosscheckRecord& record, const Window& window);

// L-3: an energy counter integrates without gaps, and a gauge that agrees with it in the same run
// was not aliased there.
bool settles_aliasing(const CrosscheckRecord& record, const Window& window);

// Why the record cannot corroborate (METHOD L-6) in this window; empty: it can.
std::string corroboration_objection(const CrosscheckRecord& record, const Window& window);

// reference, validated: energies of both chains in the window. kInvalid: an objection, or as
// corroborate().
Result<Corroboration> corroborate_run(const CrosscheckRecord& record, const Window& window,
                                      const StatedEnergy& reference, const StatedEnergy& validated);

}  // namespace joulemark
