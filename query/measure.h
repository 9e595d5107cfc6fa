// What `energy` and `run` have in common: wait for the last readings, fetch, evaluate, deliver.
#pragma once

#include "core/result.h"
#include "promapi/client.h"
#include "query/arguments.h"
#include "query/evaluation.h"
#include "query/report.h"
#include "query/selection.h"
#include "query/services.h"
#include "query/telemetry.h"

namespace joulemark {

struct Measured {
  Report report;
  Telemetry telemetry;  // what it was made from: the picture beside it is drawn only if asked for
  EvaluationRequest request;
};

Result<Measured> measure(PrometheusClient& server, const WindowRecord& window,
                         const Selection& selection, const Services& services);

// Writes the report where and as it was asked for; the exit status that it deserves.
int deliver(const Measured& measured, const OutputArguments& output, const Services& services);

// 0, 2 or 3 (DESIGN 5).
ExitStatus status_of(const Report& report, std::optional<Class> required);

}  // namespace joulemark
