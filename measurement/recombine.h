// An energy after a step that changes it (METHOD S-2 to S-6): scaled, extended, combined anew.
#pragma once

#include "core/result.h"
#include "measurement/window_energy.h"

namespace joulemark {

// Energy, every component, alias_bound and the energies listed by themselves times factor (S-2).
void scale(SeriesEnergy& energy, double factor);

// U-1 to U-3 over the budget as it is now. kInvalid: something is no finite number or is negative.
Result<SeriesEnergy> recombined(SeriesEnergy energy);

}  // namespace joulemark
