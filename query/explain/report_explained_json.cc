// joulemark.explanation/1 of a report.
#include <cmath>
#include <nlohmann/json.hpp>

#include "measurement/code.h"
#include "measurement/defaults.h"
#include "query/explain/class_explanations.h"
#include "query/explain/code_explanations.h"
#include "query/explain/report_explained.h"

namespace joulemark {
namespace {

using ExplainedJson = nlohmann::ordered_json;

ExplainedJson number_if_finite(double value) {
  return std::isfinite(value) ? ExplainedJson(value) : ExplainedJson();
}

ExplainedJson explained_code_json(const CodeOfReport& one) {
  ExplainedJson out{{"code", one.code}, {"concerns", one.concerns}};
  const auto code = parse_code(one.code);
  out["says"] = code ? ExplainedJson(meaning_of(*code)) : ExplainedJson();
  out["effect"] = code ? ExplainedJson(effect_words(*code)) : ExplainedJson();
  out["remedy"] = code ? ExplainedJson(remedy_of(*code)) : ExplainedJson();
  return out;
}

ExplainedJson explained_report_json(const ReportExplanation& e) {
  const ReportedTotal& total = e.report.total;
  const bool ok = total.complete();
  const auto better = ok ? better_than(*total.cls) : std::nullopt;
  return {{"file", e.report.file},
          {"report_id", e.report.id},
          {"status", total.status},
          {"why", total.why.empty() ? ExplainedJson() : ExplainedJson(total.why)},
          {"energy_joules", ok ? number_if_finite(total.energy) : ExplainedJson()},
          {"expanded_uncertainty_joules", ok ? number_if_finite(total.U) : ExplainedJson()},
          {"class", ok ? ExplainedJson(to_string(*total.cls)) : ExplainedJson()},
          {"better_class", better ? ExplainedJson(to_string(*better)) : ExplainedJson()},
          {"why_not_better", e.why_not_better}};
}

}  // namespace

std::string explanation_to_json(const ReportExplanation& e) {
  ExplainedJson out{{"schema", "joulemark.explanation/1"},
                    {"method", kMethodVersion},
                    {"report", explained_report_json(e)},
                    {"without_figure", e.without_figure},
                    {"codes", ExplainedJson::array()},
                    {"components", ExplainedJson::array()},
                    {"advice", e.report.advice}};
  for (const CodeOfReport& code : e.codes) out["codes"].push_back(explained_code_json(code));
  for (const PartOfUncertainty& part : e.parts)
    out["components"].push_back({{"name", part.name},
                                 {"standard_uncertainty_joules", number_if_finite(part.u)},
                                 {"part", number_if_finite(part.part)},
                                 {"what_shrinks", part.what_shrinks}});
  return out.dump(2, ' ', false, ExplainedJson::error_handler_t::replace) + "\n";
}

}  // namespace joulemark
