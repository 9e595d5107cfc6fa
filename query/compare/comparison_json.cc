// joulemark.comparison/1.
#include <cmath>
#include <nlohmann/json.hpp>

#include "measurement/defaults.h"
#include "query/compare/report_comparison.h"
#include "query/version.h"

namespace joulemark {
namespace {

using ComparisonJson = nlohmann::ordered_json;

ComparisonJson finite_or_null(double value) {
  return std::isfinite(value) ? ComparisonJson(value) : ComparisonJson();
}
ComparisonJson name_or_null(const std::string& text) {
  return text.empty() ? ComparisonJson() : ComparisonJson(text);
}

ComparisonJson side_json(const ReportFile& report, const ComparedSystem& system,
                         const std::optional<double>& y, double U) {
  const bool ok = report.total.complete();
  const auto if_ok = [&](double value) { return ok ? finite_or_null(value) : ComparisonJson(); };
  ComparisonJson boundaries = ComparisonJson::array();
  for (const Boundary boundary : system.boundaries) boundaries.push_back(to_string(boundary));
  ComparisonJson work;
  if (ok && !system.work_kind.empty())
    work = {{"unit", system.work_kind},
            {"amount", finite_or_null(system.work)},
            {"standard_uncertainty", finite_or_null(system.u_work)},
            {"joules_per_unit", y ? finite_or_null(*y) : ComparisonJson()},
            {"expanded_uncertainty_joules_per_unit", finite_or_null(U)}};
  return {{"file", report.file},
          {"report_id", report.id},
          {"name", name_or_null(report.name)},
          {"status", report.total.status},
          {"start", name_or_null(report.start)},
          {"duration_s", report.duration},
          {"energy_joules", if_ok(report.total.energy)},
          {"expanded_uncertainty_joules", if_ok(report.total.U)},
          {"class", ok ? ComparisonJson(to_string(system.cls)) : ComparisonJson()},
          {"supply", to_string(system.supply)},
          {"boundaries", boundaries},
          {"cooling", name_or_null(system.cooling)},
          {"complete", system.complete},
          {"method", report.method},
          {"work", work}};
}

ComparisonJson ratio_json(const ComparedResult& result) {
  if (!result.ratio) return {};
  const SystemRatio& r = *result.ratio;
  return {{"value", r.ratio},       {"standard_uncertainty", r.u},
          {"coverage_factor", r.k}, {"expanded_uncertainty", r.U},
          {"low", r.low},           {"high", r.high}};
}

ComparisonJson parts_json(const ReportComparison& c) {
  ComparisonJson out = ComparisonJson::array();
  for (const RelativePart& part : c.parts)
    out.push_back({{"side", std::string(1, part.side)},
                   {"name", part.name},
                   {"relative_standard_uncertainty", finite_or_null(part.u)}});
  return out;
}

}  // namespace

std::string comparison_to_json(const ReportComparison& c) {
  ComparisonJson out{{"schema", "joulemark.comparison/1"},
                     {"tool",
                      {{"version", program_version()},
                       {"revision", program_revision()},
                       {"method", kMethodVersion},
                       {"table", kTableVersion}}},
                     {"a", side_json(c.a, c.system_a, c.y_a, c.U_a)},
                     {"b", side_json(c.b, c.system_b, c.y_b, c.U_b)},
                     {"per", name_or_null(c.per)},
                     {"verdict", to_string(c.result.verdict)},
                     {"sentence", sentence_of(c)},
                     {"ratio", ratio_json(c.result)},
                     {"obstacles", ComparisonJson::array()},
                     {"components", parts_json(c)},
                     {"cancelled", name_or_null(c.cancelled)},
                     {"expanded_uncertainty_uncancelled",
                      c.U_uncancelled ? finite_or_null(*c.U_uncancelled) : ComparisonJson()},
                     {"notes", c.notes}};
  for (const Obstacle& obstacle : c.obstacles)
    out["obstacles"].push_back({{"what", obstacle.what}, {"remedy", obstacle.remedy}});
  return out.dump(2, ' ', false, ComparisonJson::error_handler_t::replace) + "\n";
}

}  // namespace joulemark
