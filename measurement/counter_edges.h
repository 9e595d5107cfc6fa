// Energy between an inside point and the edge of the window: the feasible range, and the estimate
// clipped to it (METHOD C-5, C-6).
#pragma once

#include <optional>

#include "measurement/bounds.h"
#include "measurement/counter_track.h"

namespace joulemark {

struct EdgeEnergy {
  double estimate = 0.0;    // J
  double half_width = 0.0;  // J, slack of the observed bounds included
  bool extrapolated = false;
};

// limits: evidence over the window; observed: bounds of this edge (S-4c).
EdgeEnergy edge_energy(const CounterTrack& track, const CounterEdge& edge,
                       const PowerLimits& limits, const std::optional<PowerRange>& observed);

}  // namespace joulemark
