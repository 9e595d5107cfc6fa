#include <fmt/format.h>

#include "query/survey/survey_writers.h"

namespace joulemark {
namespace {

std::string survey_number(const SurveyJson& value, const char* key, const char* unit = "") {
  const auto found = value.find(key);
  if (found == value.end() || !found->is_number()) return {};
  return fmt::format("{:.4g}{}", found->get<double>(), unit);
}

// "167 h", "36 s": how long a window must be for the counter's step to be 1 % of it.
std::string window_cell(const SurveyJson& value, const char* key) {
  const auto found = value.find(key);
  if (found == value.end() || !found->is_number()) return {};
  const double s = found->get<double>();
  if (s >= 7200.0) return fmt::format("{:.3g} h", s / 3600.0);
  return s >= 120.0 ? fmt::format("{:.3g} min", s / 60.0) : fmt::format("{:.3g} s", s);
}

std::string accuracy_cell(const SurveyJson& value) {
  const auto found = value.find("accuracy");
  if (found == value.end() || !found->is_object()) return "not stated";
  const bool percent = survey_word(*found, "of", "") == "percent";
  return fmt::format("{:.4g} {} ({})", survey_figure(*found, "value"), percent ? "%" : "abs.",
                     survey_word(*found, "property", ""));
}

std::string interval_cell(const SurveyJson& value) {
  const std::string stated = survey_number(value, "update_interval_stated_s", " s");
  const std::string measured = survey_number(value, "update_interval_measured_s", " s");
  return (stated.empty() ? "-" : stated) + " / " + (measured.empty() ? "-" : measured);
}

}  // namespace

const std::vector<std::string>& survey_columns() {
  static const std::vector<std::string> kColumns{
      "name",       "covers",       "boundary",        "quantity",           "reading", "digits",
      "1 % window", "0.1 % window", "accuracy stated", "update stated/seen", "of power"};
  return kColumns;
}

std::vector<std::string> survey_cells(const SurveyJson& value) {
  const bool lifetime = survey_flag(value, "lifetime");
  const bool energy = survey_word(value, "quantity", "") == "energy";
  const std::string reading = survey_word(value, "reading", "");
  return {survey_word(value, "name", ""),
          survey_word(value, "covers", ""),
          survey_word(value, "boundary", ""),
          lifetime ? "lifetime energy" : survey_word(value, "quantity", ""),
          reading.empty() ? "none"
                          : survey_number(value, energy ? "joules" : "watts", energy ? " J" : " W"),
          survey_number(value, "decimals"),
          window_cell(value, "window_1_percent_s"),
          window_cell(value, "window_0_1_percent_s"),
          accuracy_cell(value),
          interval_cell(value),
          survey_number(value, "ratio_to_integrated_power")};
}

}  // namespace joulemark
