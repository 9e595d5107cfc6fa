#include <limits>

#include "query/survey/survey_writers.h"

namespace joulemark {

std::string survey_word(const SurveyJson& map, const char* key, const char* otherwise) {
  const auto found = map.find(key);
  return found != map.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

double survey_figure(const SurveyJson& map, const char* key) {
  const auto found = map.find(key);
  return found != map.end() && found->is_number() ? found->get<double>()
                                                  : std::numeric_limits<double>::quiet_NaN();
}

bool survey_flag(const SurveyJson& map, const char* key, bool otherwise) {
  const auto found = map.find(key);
  return found != map.end() && found->is_boolean() ? found->get<bool>() : otherwise;
}

const SurveyJson& survey_list(const SurveyJson& map, const char* key) {
  static const SurveyJson kNone = SurveyJson::array();
  const auto found = map.find(key);
  return found != map.end() && found->is_array() ? *found : kNone;
}

}  // namespace joulemark
