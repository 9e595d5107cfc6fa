// Series of other exporters (snmp_exporter for a PDU, ipmi_exporter for a BMC) as sides of a
// cross-check, by the mapping of a plan (FORMATS 6).
#pragma once

#include <vector>

#include "core/result.h"
#include "measurement/series.h"
#include "promapi/client.h"
#include "query/plan/plan.h"
#include "query/telemetry.h"

namespace joulemark {

// Around the window, every series that a mapping matches. A member of the plan keeps its name; what
// is no member (a PDU) is named by its label, without a port. kInvalid: a label makes no scope.
Result<std::vector<SensorTelemetry>> mapped_chain(PrometheusClient& server,
                                                  const std::vector<PlanMapping>& mappings,
                                                  const NodeNames& members, const Window& window);

}  // namespace joulemark
