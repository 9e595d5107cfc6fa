#include "query/survey/survey_writers.h"

namespace joulemark {
namespace {

std::string csv_field(std::string field) {
  if (field.find_first_of(",\"\n\r") == field.npos) return field;
  std::string out = "\"";
  for (const char c : field) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace

std::string survey_to_csv(const SurveyJson& survey) {
  std::string out = "target,verdict,vendor,product,path,pointer";
  for (const std::string& column : survey_columns()) out += "," + csv_field(column);
  out += "\r\n";
  for (const SurveyJson& target : survey_list(survey, "targets")) {
    const std::string begin = csv_field(survey_word(target, "target")) + "," +
                              csv_field(survey_word(target, "verdict")) + "," +
                              csv_field(survey_word(target, "vendor", "")) + "," +
                              csv_field(survey_word(target, "product", ""));
    if (!target.contains("values") || survey_list(target, "values").empty()) {
      out += begin + ",," + std::string(survey_columns().size(), ',') + "\r\n";
      continue;
    }
    for (const SurveyJson& value : survey_list(target, "values")) {
      out += begin + "," + csv_field(survey_word(value, "path", "")) + "," +
             csv_field(survey_word(value, "pointer", ""));
      for (const std::string& cell : survey_cells(value)) out += "," + csv_field(cell);
      out += "\r\n";
    }
  }
  return out;
}

}  // namespace joulemark
