// joulemark.audit/1.
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/time_text.h"
#include "query/audit/audit_writers.h"
#include "query/version.h"

namespace joulemark {
namespace {

using AuditJson = nlohmann::ordered_json;

AuditJson number_or_null(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? AuditJson(*value) : AuditJson();
}

AuditJson part_json(const mlperf::AuditedPart& part) {
  return {{"file", part.file},
          {"joules", number_or_null(part.joules)},
          {"estimated", part.estimated},
          {"readings", part.intervals.readings},
          {"interval_s",
           {{"least", part.intervals.least},
            {"median", part.intervals.median},
            {"largest", part.intervals.largest}}}};
}

AuditJson finding_json(const mlperf::Finding& finding) {
  return {{"code", to_string(finding.code)},
          {"weight", to_string(weight_of(finding.code))},
          {"what", finding.what},
          {"rule", rule_of(finding.code)}};
}

AuditJson window_of_run(const mlperf::AuditedRun& run) {
  if (run.window.end_ms <= run.window.begin_ms) return {};
  const auto text = [](std::int64_t ms) {
    return format_time(UtcTime(std::chrono::milliseconds(ms)));
  };
  return {{"start", text(run.window.begin_ms)},
          {"stop", text(run.window.end_ms)},
          {"duration_s", run.window.seconds()}};
}

AuditJson run_as_json(const mlperf::AuditedRun& run) {
  AuditJson out{{"name", run.name},
                {"kind", to_string(run.kind)},
                {"benchmark", run.benchmark.empty() ? AuditJson() : AuditJson(run.benchmark)},
                {"window", window_of_run(run)},
                {"published",
                 {{"joules", number_or_null(run.published_joules)},
                  {"mean_watts", number_or_null(run.published_watts)},
                  {"millijoules_per_query", number_or_null(run.published_mj_per_query)}}},
                {"trapezoid_joules", number_or_null(run.trapezoid_joules)},
                {"estimated_share", run.estimated_share},
                {"parts", AuditJson::array()},
                {"findings", AuditJson::array()}};
  for (const mlperf::AuditedPart& part : run.parts) out["parts"].push_back(part_json(part));
  for (const mlperf::Finding& one : run.findings) out["findings"].push_back(finding_json(one));
  return out;
}

}  // namespace

std::string audit_to_json(const mlperf::Audit& audit) {
  AuditJson out{{"schema", "joulemark.audit/1"},
                {"tool", {{"version", program_version()}, {"revision", program_revision()}}},
                {"folder", audit.folder},
                {"entries", audit.entries},
                {"breaks_a_rule", audit.count(mlperf::FindingWeight::kBreaks)},
                {"doubts", audit.count(mlperf::FindingWeight::kDoubt)},
                {"notes", audit.count(mlperf::FindingWeight::kNote)},
                {"runs", AuditJson::array()}};
  for (const mlperf::AuditedRun& run : audit.runs) out["runs"].push_back(run_as_json(run));
  return out.dump(2, ' ', false, AuditJson::error_handler_t::replace) + "\n";
}

}  // namespace joulemark
