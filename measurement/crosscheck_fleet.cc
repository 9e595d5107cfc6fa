#include "measurement/crosscheck_fleet.h"

#include <algorithm>

#include "measurement/numbers.h"

namespace joulemark {

Result<FleetResult> fleet(std::span<const double> en) {
  if (en.empty() || !std::all_of(en.begin(), en.end(), is_amount))
    return fail(ErrorCode::kInvalid, "a fleet needs the E_n of each unit that was tested");
  const auto above = [&](double limit) {
    return static_cast<std::size_t>(
        std::count_if(en.begin(), en.end(), [&](double each) { return each > limit; }));
  };
  FleetResult result{en.size(), above(1.0), above(1.5), false};
  result.passes = result.far_above == 0 && 20 * result.above_one <= result.tested;
  return result;
}

}  // namespace joulemark
