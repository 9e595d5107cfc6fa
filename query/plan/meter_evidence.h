// What certificates and cross-checks of a plan say about the counted meters (METHOD L, X-7).
#pragma once

#include "core/result.h"
#include "query/measurements.h"
#include "query/plan/counted_energy.h"
#include "query/plan/prepared_plan.h"
#include "query/report.h"

namespace joulemark {

// CALIBRATION_EXPIRED and CERTIFICATE_MISMATCH on series whose certificate does not hold in this
// window; cross-checks that hold correct the parts and lift the class of their series, others add
// their code. Before anything is converted: both speak of the meter's own reading.
Result<void> use_meter_evidence(const PreparedPlan& plan, const Measurements& measured,
                                std::vector<NodeReport>& reports,
                                std::vector<CountedEnergy>& energies, const Window& window);

}  // namespace joulemark
