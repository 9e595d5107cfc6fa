// What a plan is read for.
#pragma once

namespace joulemark {

// kToMeasureIdle: what is measured is the idle baseline, so that neither it nor the work that it
// will split need be there yet.
enum class PlanUse { kWhole, kToMeasureIdle };

}  // namespace joulemark
