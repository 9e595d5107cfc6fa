// Reports with their pictures, evaluated from made-up telemetry: what the writers have to show.
#pragma once

#include <string>
#include <vector>

#include "query/power_trace.h"
#include "tests/query/canned.h"

namespace joulemark::canned {

struct ReportAndTrace {
  Report report;
  PowerPicture trace;
};

CounterSpec node(const std::string& name, double watts = 500.0);
// Evaluated, with the id of the golden files. A failure to evaluate is a failure of the test.
ReportAndTrace evaluated(const Telemetry& telemetry, const EvaluationRequest& request);

// AC inputs counted; the DC meter of the node is a second complete cover, PSU outputs are parts.
std::vector<SensorTelemetry> with_second_cover(const std::string& name);
std::vector<SensorTelemetry> two_thousand_nodes();

}  // namespace joulemark::canned
