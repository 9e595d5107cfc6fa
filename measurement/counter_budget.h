// Components that are the counter's own (METHOD C-4, T-2) and those of integrated energy (I-3,
// I-5).
#pragma once

#include "measurement/bounds.h"
#include "measurement/counter_track.h"
#include "measurement/window_energy.h"

namespace joulemark {

// `tick`, or `resolution` and `update`; `latency`; ALIAS_RISK of a part-time sensor (I-5).
void add_counter_parts(SeriesEnergy& out, const CounterTrack& track, const PowerLimits& limits);

// `latency`, `integration`, `resolution`; power_width: PH - PL of T-1.
void add_integrated_parts(SeriesEnergy& out, const CounterTrack& track, const PowerLimits& limits,
                          double power_width);

}  // namespace joulemark
