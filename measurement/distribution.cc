#include "measurement/distribution.h"

#include <utility>

#include "measurement/numbers.h"
#include "measurement/recombine.h"
#include "measurement/statistics.h"

namespace joulemark {

Result<SeriesEnergy> before_distribution(SeriesEnergy downstream, const DistributionLoss& loss) {
  if (!is_amount(loss.low) || !(loss.low <= loss.high) || !(loss.high < 1.0))
    return fail(ErrorCode::kInvalid, "the distribution loss of a rack (" + loss.rack_model +
                                         ") is not 0 <= low <= high < 1");
  if (downstream.refused) return downstream;
  const double u = rectangular(0.5 * downstream.energy * (loss.high - loss.low));
  scale(downstream, 1.0 + 0.5 * (loss.low + loss.high));
  downstream.budget.push_back(
      {"distribution", u, kInfinity, "distribution/" + loss.rack_model, {}});
  return recombined(std::move(downstream));
}

}  // namespace joulemark
