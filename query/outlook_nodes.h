// How well each node was seen lately.
#pragma once

#include "query/outlook.h"

namespace joulemark {

std::vector<NodeOutlook> node_outlooks(const Report& report, const Telemetry& telemetry,
                                       UtcTime now);

}  // namespace joulemark
