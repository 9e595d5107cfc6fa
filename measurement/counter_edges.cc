#include "measurement/counter_edges.h"

#include <algorithm>

#include "measurement/component.h"

namespace joulemark {
namespace {

// Bounds of this edge: 0 and infinite where nothing is known; with both kinds the narrower.
PowerRange bounds_of_edge(const PowerLimits& limits, const std::optional<PowerRange>& observed) {
  PowerRange range{limits.low_known ? limits.range.low : 0.0,
                   limits.high_known ? limits.range.high : kInfinity};
  if (observed) {
    range.low = std::max(range.low, observed->low);
    range.high = std::min(range.high, observed->high);
  }
  return range;
}

// C-5, with a point outside.
PowerRange feasible(const CounterTrack& track, const CounterEdge& edge, const PowerRange& p) {
  const bool bounded = p.high < kInfinity;
  const double uncovered = edge.ue * (bounded ? p.high : 2.0 * track.top_rate);
  PowerRange joules;
  joules.high = edge.e + uncovered - p.low * edge.x;
  joules.low = std::max(0.0, p.low * edge.d);
  if (bounded) {
    joules.high = std::min(joules.high, p.high * edge.d);
    joules.low = std::max(joules.low, edge.e - p.high * edge.x);
  }
  joules.high = std::max(joules.high, joules.low);
  return joules;
}

// C-6, with nothing outside. A change of a tick-limited counter that is still to come caps it.
PowerRange extrapolated(const CounterTrack& track, const CounterEdge& edge, const PowerRange& p) {
  const double q = track.series.metrology.resolution;
  const double cap = track.tick_limited && q > 0.0 ? q : kInfinity;
  PowerRange joules;
  if (p.high < kInfinity)
    joules.high = std::min(cap, p.high * edge.d);
  else
    joules.high = cap < kInfinity ? cap : 2.0 * edge.r * edge.d;
  joules.low = std::min(joules.high, p.low * edge.d);
  return joules;
}

// What the observed bounds leave open around their own readings.
double slack(const CounterTrack& track, const PowerRange& p) {
  const Timing& timing = track.timing;
  if (!track.integrated) return 0.5 * p.high * std::max(kShortestRate, 2.0 * timing.update);
  const double open =
      timing.contiguous ? (timing.averaging + timing.interval) / 8.0 : 0.5 * timing.interval;
  return open * std::max(0.0, p.high - p.low);
}

}  // namespace

EdgeEnergy edge_energy(const CounterTrack& track, const CounterEdge& edge,
                       const PowerLimits& limits, const std::optional<PowerRange>& observed) {
  const PowerRange p = bounds_of_edge(limits, observed);
  const PowerRange joules = edge.o ? feasible(track, edge, p) : extrapolated(track, edge, p);
  EdgeEnergy out;
  out.extrapolated = !edge.o;
  out.estimate = std::min(std::max(edge.r * edge.d, joules.low), joules.high);
  out.half_width = joules.distance_from(out.estimate);
  if (observed) out.half_width += slack(track, p);
  return out;
}

}  // namespace joulemark
