#include "query/survey/survey_writers.h"

namespace joulemark {
namespace {

std::string markdown_field(const std::string& field) {
  std::string out;
  for (const char c : field) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

}  // namespace

std::string survey_to_markdown(const SurveyJson& survey) {
  std::string out = "# Power and energy of " +
                    std::to_string(survey_list(survey, "targets").size()) + " Redfish services\n";
  for (const SurveyJson& target : survey_list(survey, "targets")) {
    out += "\n## " + survey_word(target, "target") + ": " + survey_word(target, "verdict") + "\n\n";
    for (const SurveyJson& reason : survey_list(target, "reasons"))
      out += "* " + (reason.is_string() ? reason.get<std::string>() : reason.dump()) + "\n";
    if (!target.contains("values") || survey_list(target, "values").empty()) continue;
    out += "\n" + survey_device(target) + ", Redfish " + survey_word(target, "redfish_version") +
           "\n\n|";
    for (const std::string& column : survey_columns()) out += " " + column + " |";
    out += "\n|";
    for (std::size_t i = 0; i < survey_columns().size(); ++i) out += "---|";
    out += "\n";
    for (const SurveyJson& value : survey_list(target, "values")) {
      out += "|";
      for (const std::string& cell : survey_cells(value)) out += " " + markdown_field(cell) + " |";
      out += "\n";
    }
  }
  return out;
}

}  // namespace joulemark
