#include "measurement/idle_baseline.h"

#include <string>

#include "measurement/numbers.h"
#include "measurement/timing.h"

namespace joulemark {

Result<IdleBaseline> idle_baseline(const SeriesEnergy& idle) {
  if (idle.refused)
    return fail(ErrorCode::kInvalid,
                "the idle window was refused: " + std::string(to_string(*idle.refused)));
  if (!is_amount(idle.energy) || !is_amount(idle.combined.u_c) || !is_positive(idle.duration))
    return fail(ErrorCode::kInvalid, "the idle window has no energy that is a number");
  if (idle.duration < kShortestBaseline - kTimeTolerance)
    return fail(ErrorCode::kInvalid, "an idle baseline needs at least 300 s without work");
  return IdleBaseline{idle.energy / idle.duration, idle.combined.u_c / idle.duration};
}

}  // namespace joulemark
