// A survey for people, for spreadsheets and for issues.
#pragma once

#include <string>

#include "query/survey/survey_json.h"

namespace joulemark {

std::string survey_to_text(const SurveyJson& survey);
std::string survey_to_csv(const SurveyJson& survey);       // one line per value
std::string survey_to_markdown(const SurveyJson& survey);  // one table per target

// The columns that all of them show, and the cells of one value.
const std::vector<std::string>& survey_columns();
std::vector<std::string> survey_cells(const SurveyJson& value);

// Members of the survey's JSON. A merged file may hold anything: what is missing or of another type
// is the fallback, a figure NaN.
std::string survey_word(const SurveyJson& map, const char* key, const char* otherwise = "not said");
double survey_figure(const SurveyJson& map, const char* key);
bool survey_flag(const SurveyJson& map, const char* key, bool otherwise = false);
const SurveyJson& survey_list(const SurveyJson& map, const char* key);
// "Acme BMC, Acme M 1, firmware 7.10": vendor, product, models and firmware, as far as it says.
std::string survey_device(const SurveyJson& target);

}  // namespace joulemark
