// Other rules over the bytes of a bundle: what an auditor asks first. Changes inputs of the
// calculation, never the calculation, and never what is stored.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "measurement/cover.h"
#include "query/evaluation.h"
#include "query/report.h"
#include "query/telemetry.h"

namespace joulemark {

struct WhatIf {
  std::vector<std::string> words;  // as they were given
  std::optional<double> delta;     // s, at least (METHOD S-5)
  std::optional<Basis> cover;      // S-1c
  std::optional<std::vector<std::string>> nodes;
  bool without_bounds = false;  // S-4b: measured idle, nameplate, declared
  bool without_plan = false;
};

// kInvalid: not one of them; the message lists them.
Result<WhatIf> parse_what_if(const std::vector<std::string>& words);

// report: of these inputs as they are. kInvalid: a node that the bundle does not have, or no such
// cover; the message says what there is.
Result<Report> evaluate_what_if(const WhatIf& rules, Telemetry telemetry, EvaluationRequest request,
                                const Report& report);

}  // namespace joulemark
