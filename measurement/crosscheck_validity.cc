#include "measurement/crosscheck_validity.h"

#include <chrono>

#include "measurement/numbers.h"

namespace joulemark {

UtcTime valid_until(UtcTime validated) {
  using std::chrono::floor, std::chrono::days, std::chrono::years;
  const auto day = floor<days>(validated);
  auto date = std::chrono::year_month_day(day) + years(1);
  if (!date.ok()) date = date.year() / date.month() / std::chrono::last;
  return std::chrono::sys_days(date) + (validated - day);
}

Result<void> speaks_for(const CrosscheckScope& scope, const CrosscheckUse& use) {
  const auto refused = [](const std::string& why) {
    return fail(ErrorCode::kInvalid, "the cross-check does not hold here: " + why);
  };
  if (scope.model.empty() || scope.firmware.empty())
    return refused("it does not state model and firmware");
  if (scope.model != use.model) return refused("another model, " + use.model);
  if (scope.firmware != use.firmware) return refused("another firmware, " + use.firmware);
  if (use.begin < scope.validated || use.end < use.begin)
    return refused("the window begins before it was made");
  if (use.end > valid_until(scope.validated)) return refused("it is older than 12 months");
  if (!is_amount(use.low_watts) || !is_amount(use.high_watts) || use.low_watts > use.high_watts)
    return refused("the powers of the window are not known");
  if (!(use.low_watts >= scope.low_watts && use.high_watts <= scope.high_watts))
    return refused("the load left the power range that was tested");
  return {};
}

}  // namespace joulemark
