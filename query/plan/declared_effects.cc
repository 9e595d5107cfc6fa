#include "query/plan/declared_effects.h"

#include <algorithm>
#include <iterator>

#include "query/plan/declared.h"

namespace joulemark {
namespace {

// The plan with those cross-checks that it still names.
void set_plan(PreparedPlan& prepared, const PreparedPlan& all, Plan plan) {
  prepared.plan = std::move(plan);
  const auto& named = prepared.plan.crosschecks;
  if (named.size() == prepared.crosschecks.size()) return;
  prepared.crosschecks.clear();
  std::copy_if(all.crosschecks.begin(), all.crosschecks.end(),
               std::back_inserter(prepared.crosschecks), [&](const CrosscheckFile& file) {
                 return std::find(named.begin(), named.end(), file.name) != named.end();
               });
}

bool has_serial(const Report& report, const std::string& serial) {
  return std::any_of(report.nodes.begin(), report.nodes.end(), [&](const NodeReport& unit) {
    return unit.counted() &&
           std::any_of(unit.series.begin(), unit.series.end(), [&](const SeriesReport& series) {
             return series.role == MemberRole::kCounted && series.serial == serial;
           });
  });
}

bool steps_name(const Report& report, const std::string& file) {
  return std::any_of(report.nodes.begin(), report.nodes.end(), [&](const NodeReport& unit) {
    return std::any_of(unit.steps.begin(), unit.steps.end(), [&](const std::string& step) {
      return step.find(": " + file) != std::string::npos;
    });
  });
}

// What is about no meter that is counted does nothing, and its author should know.
std::vector<std::string> unused_keys(const Report& report, const Plan& plan) {
  std::vector<std::string> out;
  for (const PlanCertificate& one : plan.calibration)
    if (!has_serial(report, one.serial)) out.push_back("calibration " + one.serial);
  for (const std::string& file : plan.crosschecks)
    if (!steps_name(report, file)) out.push_back("crosschecks " + file);
  return out;
}

}  // namespace

Result<void> add_effects(Report& report, const EvaluationRequest& request,
                         const Recalculation& again) {
  const Total& with = report.total.figure;
  const bool known = with.status == Total::Status::kComplete;
  const auto unused = unused_keys(report, request.plan->plan);
  EvaluationRequest without = request;
  for (DeclaredEntry& entry : declared_entries(request.plan->plan)) {
    set_plan(*without.plan, *request.plan, std::move(entry.without));
    const auto other = known ? again(without) : Result<Report>(Report{});
    if (!other) return tl::unexpected<Error>(other.error());
    if (other->total.figure.status == Total::Status::kComplete) {
      entry.said.effect_on_energy = with.energy - other->total.figure.energy;
      entry.said.effect_on_uncertainty = with.headline_U - other->total.figure.headline_U;
    }
    if (std::find(unused.begin(), unused.end(), entry.said.key) != unused.end())
      entry.said.evidence += "; not used: no counted meter is named there";
    report.declared.push_back(std::move(entry.said));
  }
  return {};
}

}  // namespace joulemark
