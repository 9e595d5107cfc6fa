// Bounds that the exporter observed: the trailing extremes of power, or of counter rates (METHOD
// S-4c), and what was seen in the window that may refute evidence (S-4b).
#pragma once

#include <array>
#include <optional>

#include "measurement/bounds.h"
#include "measurement/code.h"
#include "measurement/counter_track.h"

namespace joulemark {

using ObservedEdges = std::array<std::optional<PowerRange>, 2>;

// Smallest and largest extreme served in the window; empty: none.
std::optional<PowerRange> extremes_in_window(const CounterTrack& track);

// The smallest and largest power that evidence must agree with: inside rates and rates across the
// edges with their tolerance, and the extremes (S-4b).
PowerRange power_seen(const CounterTrack& track);

// The bounds of each edge. Those that the rate across the edge contradicts are discarded with
// BOUNDS_EXCEEDED.
ObservedEdges observed_edges(const CounterTrack& track, Codes& codes);

}  // namespace joulemark
