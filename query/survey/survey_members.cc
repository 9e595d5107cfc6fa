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

std::string survey_device(const SurveyJson& target) {
  std::string out = survey_word(target, "vendor", "");
  const std::string product = survey_word(target, "product", "");
  if (!product.empty()) out += (out.empty() ? "" : " ") + product;
  const auto add = [&](const char* key, const std::string& before) {
    for (const SurveyJson& one : survey_list(target, key))
      if (one.is_string()) out += (out.empty() ? "" : ", ") + before + one.get<std::string>();
  };
  add("models", "");
  add("firmware", "firmware ");
  return out.empty() ? "vendor not said" : out;
}

}  // namespace joulemark
