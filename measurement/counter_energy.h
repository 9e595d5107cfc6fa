// Rules C and I: energy of a window from an energy counter, or from energy that the exporter
// integrated.
#pragma once

#include "measurement/window_energy.h"

namespace joulemark {

// clock_bound is delta in s. Fills everything but combined and headline_U; adds the codes of C
// and I.
SeriesEnergy counter_energy(const Series& series, const Window& window, double clock_bound);

}  // namespace joulemark
