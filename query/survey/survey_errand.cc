#include "query/survey/survey_errand.h"

namespace joulemark {

using redfish::Measured;

SurveyErrand::SurveyErrand(redfish::ConversationOptions options, Duration probe_length)

    : conversation_(std::move(options)), discovery_(conversation_), probe_length_(probe_length) {}

void SurveyErrand::conclude() {
  inventory_ = discovery_.inventory();
  const auto kept = redfish::distinct(inventory_);
  power_ = redfish::chassis_power(inventory_, kept);
  redfish::apply_boundaries(inventory_, power_);
  std::vector<Measured> values;
  values.reserve(kept.size());
  for (const std::size_t i : kept) values.push_back(inventory_.measured[i]);
  requests_ = conversation_.requests();
  authentication_ = conversation_.authentication();
  constexpr Duration kInterval = std::chrono::seconds(1);
  probe_ = std::make_unique<redfish::Probe>(std::move(values), kInterval, probe_length_);
}

bool SurveyErrand::advance(MonotonicTime now) {
  if (!probe_) {
    if (!discovery_.advance()) return false;
    conclude();
  }
  finished_ = probe_->advance(conversation_, now);
  return finished_;
}

MonotonicTime SurveyErrand::wake() const { return probe_ ? probe_->wake() : MonotonicTime{}; }

}  // namespace joulemark
