// The inputs of a calculation with every name in them replaced.
#pragma once

#include <string>

#include "core/result.h"
#include "query/bundle/redacted_names.h"
#include "query/evaluation.h"
#include "query/telemetry.h"

namespace joulemark {

// Of telemetry, window and request, not of the plan.
void add_names(RedactedNames& names, const Telemetry& telemetry, const EvaluationRequest& request);
void redact(const RedactedNames& names, Telemetry& telemetry, EvaluationRequest& request);

}  // namespace joulemark
