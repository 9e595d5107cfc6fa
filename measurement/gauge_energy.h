// Rules G: energy of a window from power readings.
#pragma once

#include "measurement/window_energy.h"

namespace joulemark {

// clock_bound is delta in s. Fills everything but combined and headline_U; adds the codes of G.
SeriesEnergy gauge_energy(const Series& series, const Window& window, double clock_bound);

}  // namespace joulemark
