// Energy that a counter does not hold: lost in resets (METHOD C-2) and in uncovered time (I-4).
#pragma once

#include "measurement/bounds.h"
#include "measurement/counter_track.h"
#include "measurement/window_energy.h"

namespace joulemark {

// Adds the estimate of what each reset in the window lost to energy and missed, and its component.
void add_resets(SeriesEnergy& out, const CounterTrack& track, const PowerLimits& limits);

// Fills uncovered time between the inside points with the mean power of the rest, and adds its
// components and its part of gap_fraction. False: more than 20 % of the window is uncovered.
bool fill_uncovered(SeriesEnergy& out, const CounterTrack& track, const PowerLimits& limits);

}  // namespace joulemark
