// Series of other exporters as sensors, by the mapping of a plan (FORMATS 6). They have no reading
// time: that of the scrape stands for it.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "promapi/series.h"
#include "query/plan/plan.h"
#include "query/telemetry.h"

namespace joulemark {

// "node/gpu:{gpu}" with the value of each label in braces; a label that is absent is "unnamed".
std::string scope_of_series(const std::string& pattern, const Labels& labels);

// The node that a label value names: itself, without a port, or its first part, whichever is a
// member; empty: none.
std::string member_named(std::string_view value, const NodeNames& members);

// Those series that belong to members. kInvalid: a scope that no label makes valid.
Result<std::vector<SensorTelemetry>> mapped_sensors(const PlanMapping& mapping,
                                                    const std::vector<RangeSeries>& series,
                                                    const NodeNames& members);

}  // namespace joulemark
