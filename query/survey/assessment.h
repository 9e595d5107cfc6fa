// What one surveyed value is worth for measuring energy.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "query/survey/survey_errand.h"
#include "query/survey/value_statistics.h"

namespace joulemark {

struct Assessment {
  const redfish::Measured* value = nullptr;
  ValueStatistics seen;
  std::optional<double> quantum;              // W or J
  std::optional<int> significant_figures;     // of the present reading
  std::optional<double> window_1, window_01;  // s, for 1 % and 0.1 % by the quantum alone
  std::optional<double> ratio_to_power;       // energy of the probe over that of the power
  std::optional<double> age;                  // s that the count stands for at present power
};

// Of every value of the probe, in its order.
std::vector<Assessment> assess(const SurveyErrand& errand);

}  // namespace joulemark
