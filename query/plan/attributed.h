// The total split over jobs, members and roles (METHOD W), and energy per unit of work.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "measurement/attribution.h"
#include "query/plan/prepared_plan.h"
#include "query/telemetry.h"

namespace joulemark {

struct Report;

struct WorkRatio {
  std::string unit;  // "J per output token"
  double value = 0.0, U = 0.0;
  double work = 0.0;  // how many; 0: only a rate is known
  std::optional<double> per_second{};
  std::string how{};  // where a log counted it: its keys
};

struct AttributionReport {
  std::string kind;  // of the weights
  std::string why;   // not split: one sentence
  std::optional<Attribution> split;
  std::vector<std::string> notes;
};

// Fills report.attribution and report.ratios, where the plan names work and the total is complete.
// Weights never change the total (N-1).
Result<void> attribute_report(Report& report, const PreparedPlan& plan, const Telemetry& telemetry);

}  // namespace joulemark
