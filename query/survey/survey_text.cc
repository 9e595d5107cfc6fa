#include <fmt/format.h>
#include <algorithm>

#include "query/figures.h"
#include "query/survey/survey_writers.h"

namespace joulemark {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string aligned(const Rows& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (widths.size() <= i) widths.push_back(0);
      widths[i] = std::max(widths[i], std::min<std::size_t>(row[i].size(), 34));
    }
  std::string out;
  for (const auto& row : rows) {
    std::string line = "  ";
    for (std::size_t i = 0; i < row.size(); ++i)
      line += fmt::format("{:<{}}  ", row[i].substr(0, 34), widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

// Columns that are empty in every row are left out.
Rows without_empty(Rows rows) {
  for (std::size_t i = rows.front().size(); i-- > 0;) {
    const bool empty =
        std::all_of(rows.begin() + 1, rows.end(), [i](const auto& row) { return row[i].empty(); });
    if (!empty) continue;
    for (auto& row : rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return rows;
}

std::string values_block(const SurveyJson& target) {
  Rows rows{survey_columns()};
  for (const SurveyJson& value : survey_list(target, "values")) rows.push_back(survey_cells(value));
  return rows.size() == 1 ? std::string() : aligned(without_empty(std::move(rows)));
}

std::string power_line(const SurveyJson& power) {
  return fmt::format("  {}: {:.4g} W at {} ({}){}\n", survey_word(power, "chassis"),
                     survey_figure(power, "watts"), survey_word(power, "boundary"),
                     survey_word(power, "evidence"),
                     survey_flag(power, "shared", false) ? ", shared by several computers" : "");
}

std::string profile_line(const SurveyJson& target) {
  std::string failed;
  std::size_t passed = 0;
  for (const SurveyJson& check : survey_list(target, "profile")) {
    if (survey_word(check, "outcome") == "pass")
      ++passed;
    else
      failed += (failed.empty() ? "" : "; ") + survey_word(check, "check") + " (" +
                survey_word(check, "need") + ")";
  }
  if (survey_list(target, "profile").empty()) return {};
  return fmt::format("  OCP profile: {} of {} met{}\n", passed,
                     survey_list(target, "profile").size(),
                     failed.empty() ? "" : "; not: " + failed);
}

std::string target_block(const SurveyJson& target) {
  std::string out =
      fmt::format("{}  {}\n", survey_word(target, "target"), survey_word(target, "verdict"));
  for (const SurveyJson& reason : survey_list(target, "reasons"))
    out += "  because: " + (reason.is_string() ? reason.get<std::string>() : reason.dump()) + "\n";
  if (!target.contains("values")) return out + "\n";
  const SurveyJson latency = target.value("latency", SurveyJson());
  out += fmt::format("  {}, Redfish {}; {} requests{}; login {}, {}\n", survey_device(target),
                     survey_word(target, "redfish_version"), survey_figure(target, "requests"),
                     latency.is_object() ? fmt::format(", p50 {:.3g} ms, p95 {:.3g} ms",
                                                       survey_figure(latency, "p50_ms"),
                                                       survey_figure(latency, "p95_ms"))
                                         : "",
                     survey_word(target, "authentication"), survey_word(target, "trust"));
  for (const SurveyJson& power : survey_list(target, "power")) out += power_line(power);
  out += values_block(target);
  for (const SurveyJson& report : survey_list(target, "reports"))
    out += fmt::format("  one answer shows {} of them ({} in thousandths): {}\n",
                       survey_figure(report, "values"), survey_figure(report, "in_thousandths"),
                       survey_word(report, "path"));
  out += profile_line(target);
  for (const SurveyJson& one : survey_list(target, "errors"))
    out += "  not read: " + survey_word(one, "path") + ": " + survey_word(one, "error") + "\n";
  for (const SurveyJson& remark : survey_list(target, "remarks"))
    out += "  note: " + survey_word(remark, "text") + " (" + survey_word(remark, "path") + ")\n";
  return out + "\n";
}

}  // namespace

std::string survey_to_text(const SurveyJson& survey) {
  std::string out;
  for (const SurveyJson& target : survey_list(survey, "targets")) out += target_block(target);
  out += fmt::format("{}; {}\n", count(survey_list(survey, "targets").size(), "service"),
                     survey_flag(survey, "redacted", true) ? "names and addresses are left out"
                                                           : "with names and addresses");
  return out;
}

}  // namespace joulemark
