// A survey as JSON, joulemark.survey/1: the one model that every writer reads and that reports of
// several sites are merged in.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/result.h"
#include "query/survey/survey_errand.h"

namespace joulemark {

using SurveyJson = nlohmann::ordered_json;

struct SurveyedService {
  std::string name;   // the URL, or "target-1" where it is redacted
  std::string trust;  // "verified", "pinned", "not verified", "plain http"
  const SurveyErrand* errand = nullptr;
};

SurveyJson survey_json(const std::vector<SurveyedService>& services, Duration probe, UtcTime time,
                       bool redacted);

// The services of several surveys as one; names that occur twice get a number. kInvalid: one is no
// survey.
Result<SurveyJson> merged(const std::vector<std::pair<std::string, SurveyJson>>& surveys);

}  // namespace joulemark
