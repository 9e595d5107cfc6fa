// The evidence bundle of a report (FORMATS 8): everything that the calculation took, byte for byte
// or in full precision, and what it gave.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "query/bundle/manifest.h"
#include "query/evaluation.h"
#include "query/report.h"
#include "query/telemetry.h"

namespace joulemark {

struct Redaction {
  std::vector<RemovedFile> removed;
};

// report: what evaluate() said of the other two, with its id. kInvalid: more than a bundle may
// hold. redaction: empty unless the names were replaced.
Result<std::string> make_bundle(const Report& report, const Telemetry& telemetry,
                                const EvaluationRequest& request,
                                const Redaction* redaction = nullptr);
// The same into a file, whole or not at all.
Result<void> write_bundle(const std::string& path, const Report& report, const Telemetry& telemetry,
                          const EvaluationRequest& request);

}  // namespace joulemark
