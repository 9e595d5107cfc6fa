// joulemark.runs/1.
#include <cmath>
#include <nlohmann/json.hpp>

#include "measurement/defaults.h"
#include "query/runs/recorded_runs.h"
#include "query/version.h"

namespace joulemark {
namespace {

using RunsJson = nlohmann::ordered_json;

RunsJson runs_number(double value) { return std::isfinite(value) ? RunsJson(value) : RunsJson(); }

RunsJson run_json(const ReportFile& run) {
  return {{"file", run.file},
          {"report_id", run.id},
          {"start", run.start},
          {"duration_s", run.duration},
          {"energy_joules", runs_number(run.total.energy)},
          {"expanded_uncertainty_joules", runs_number(run.total.U)},
          {"class", to_string(run.total.cls.value_or(Class::kReferenceOnly))}};
}

RunsJson budget_json(const Budget& budget) {
  RunsJson out = RunsJson::array();
  for (const UncertaintyComponent& one : budget)
    out.push_back({{"name", one.name},
                   {"standard_uncertainty_joules", runs_number(one.u)},
                   {"dof", runs_number(one.dof)},
                   {"dof_infinite", std::isinf(one.dof)},
                   {"group", one.group.empty() ? RunsJson() : RunsJson(one.group)}});
  return out;
}

RunsJson words_of_codes(const Codes& codes) {
  RunsJson out = RunsJson::array();
  for (const Code code : codes) out.push_back(to_string(code));
  return out;
}

RunsJson work_json(const std::optional<WorkOfRuns>& work) {
  if (!work) return {};
  return {{"unit", "J per " + work->unit},
          {"work", work->work},
          {"value", runs_number(work->per_work.value)},
          {"expanded_uncertainty", runs_number(work->per_work.U)}};
}

}  // namespace

std::string runs_to_json(const RecordedRuns& runs) {
  const RunsMean& mean = runs.mean;
  RunsJson out{
      {"schema", "joulemark.runs/1"},
      {"tool",
       {{"version", program_version()},
        {"revision", program_revision()},
        {"method", kMethodVersion},
        {"table", kTableVersion}}},
      {"name", runs.runs.front().name.empty() ? RunsJson() : RunsJson(runs.runs.front().name)},
      {"runs", RunsJson::array()},
      {"recorded", mean.recorded},
      {"mean_energy_joules", runs_number(mean.energy)},
      {"standard_deviation_joules", runs_number(mean.standard_deviation)},
      {"standard_uncertainty_joules", runs_number(mean.combined.u_c)},
      {"coverage_factor", runs_number(mean.combined.k)},
      {"expanded_uncertainty_joules", runs_number(mean.headline_U)},
      {"alias_bound_joules", runs_number(mean.alias_bound)},
      {"components", budget_json(mean.budget)},
      {"olympic_mean_joules", runs.olympic ? runs_number(*runs.olympic) : RunsJson()},
      {"no_olympic_mean", runs.olympic ? RunsJson() : RunsJson(runs.no_olympic)},
      {"per_work", work_json(runs.work)},
      {"class", to_string(runs.cls)},
      {"reasons", words_of_codes(mean.codes)}};
  for (const ReportFile& run : runs.runs) out["runs"].push_back(run_json(run));
  return out.dump(2, ' ', false, RunsJson::error_handler_t::replace) + "\n";
}

}  // namespace joulemark
