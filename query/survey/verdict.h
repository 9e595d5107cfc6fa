// What a service is good for, in one word and the reasons in sentences.
#pragma once

#include <string>
#include <vector>

#include "query/survey/assessment.h"

namespace joulemark {

// "validated-capable": one measuring point (a chassis, an outlet, a PDU, the input of a power
// supply) has all that a figure better than reference-only needs. "reference-only": none has; the
// reasons are those of the point that lacks least. "no-power": there is no such point.
struct Verdict {
  std::string word;
  std::vector<std::string> reasons;
};
Verdict verdict_of(const SurveyErrand& errand, const std::vector<Assessment>& values);

}  // namespace joulemark
