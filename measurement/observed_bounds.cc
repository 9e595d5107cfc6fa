#include "measurement/observed_bounds.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "measurement/component.h"
#include "measurement/trailing_extremes.h"

namespace joulemark {
namespace {

constexpr double kClockMargin = 1.0;  // s, largest delta (S-5)
constexpr double kRounding = 1e-6;    // of the upper limit

// Uncertainty of a rate over dt by update period and resolution; integrals have none (S-4b).
double rate_tolerance(const CounterTrack& track, double power, double dt) {
  if (track.integrated) return 0.0;
  return (2.0 * track.timing.update * power + track.series.metrology.resolution) / dt;
}

// Intervals with uncovered time hold too little energy: they say nothing on the smallest power.
void take_rate(PowerRange& seen, double rate, double tolerance, double uncovered) {
  seen.high = std::max(seen.high, rate - tolerance);
  if (uncovered <= 0.0) seen.low = std::min(seen.low, rate + tolerance);
}

PowerRange rates_seen(const CounterTrack& track) {
  PowerRange seen{kInfinity, 0.0};
  for (std::size_t i = track.first + 1; i <= track.last; ++i) {
    const double dt = track.points[i].time - track.points[i - 1].time;
    const double rate = (track.points[i].energy - track.points[i - 1].energy) / dt;
    take_rate(seen, rate, rate_tolerance(track, track.edge_rate, dt), track.uncovered(i - 1, i));
  }
  for (const auto& edge : track.edges) {
    if (!edge.o) continue;
    const double dt = std::abs(track.points[*edge.o].time - track.points[edge.a].time);
    take_rate(seen, edge.ro, rate_tolerance(track, track.edge_rate, dt), edge.ue);
  }
  return seen;
}

// Of a tick-limited counter only the mean over the window is sharp.
PowerRange mean_seen(const CounterTrack& track) {
  const double span = track.span();
  const double mean = (track.points[track.last].energy - track.points[track.first].energy) / span;
  return {mean * (1.0 + track.sample_interval / span), mean * (1.0 - track.sample_interval / span)};
}

// J of S-4c: the shortest interval around an edge that its two points and the clock may touch.
struct Span {
  double begin, end;
};
Span span_of(const CounterTrack& track, const CounterEdge& edge) {
  const double a = track.points[edge.a].time;
  Span span{std::min(a, edge.at - kClockMargin), std::max(a, edge.at + kClockMargin)};
  if (edge.o) {
    span.begin = std::min(span.begin, track.points[*edge.o].time);
    span.end = std::max(span.end, track.points[*edge.o].time);
  }
  return span;
}

bool has_restart(const CounterTrack& track, const Span& span) {
  return std::any_of(track.samples.restarts.begin(), track.samples.restarts.end(),
                     [&](std::size_t i) {
                       return track.shifted(i) > span.begin && track.shifted(i - 1) < span.end;
                     });
}

// The extremes of the first sample at or after the end of J, if they reach back to its start.
std::optional<PowerRange> served_over(const CounterTrack& track, const Span& span) {
  const auto& time = track.samples.time;
  const auto later =
      std::lower_bound(time.begin(), time.end(), span.end - kTimeTolerance,
                       [&](double t, double limit) { return t - track.shift < limit; });
  if (later == time.end()) return {};
  const auto i = static_cast<std::size_t>(later - time.begin());
  if (track.shifted(i) - static_cast<double>(kExtremesReach) > span.begin + kTimeTolerance)
    return {};
  if (!std::isfinite(track.samples.low[i]) || has_restart(track, span)) return {};
  // Extremes hold nothing from before the count began.
  const auto& start = track.samples.start;
  if (!start.empty() && start[i] - track.shift > span.begin + kTimeTolerance) return {};
  return PowerRange{track.samples.low[i], track.samples.high[i]};
}

bool contradicts(const CounterTrack& track, const CounterEdge& edge, const PowerRange& range) {
  if (!edge.o || edge.ue > 0.0) return false;
  const double dt = std::abs(track.points[*edge.o].time - track.points[edge.a].time);
  const double q = track.series.metrology.resolution;
  const double update = track.integrated ? 0.0 : 2.0 * track.timing.update * range.high;
  const double tolerance = (q + update) / dt + kRounding * range.high;
  return edge.ro > range.high + tolerance || edge.ro < range.low - tolerance;
}

}  // namespace

std::optional<PowerRange> extremes_in_window(const CounterTrack& track) {
  if (track.samples.low.empty()) return {};
  PowerRange range{kInfinity, -kInfinity};
  for (std::size_t i = 0; i < track.samples.size(); ++i) {
    if (!track.in_window(i) || !std::isfinite(track.samples.low[i])) continue;
    range.low = std::min(range.low, track.samples.low[i]);
    range.high = std::max(range.high, track.samples.high[i]);
  }
  if (range.low == kInfinity) return {};
  return range;
}

PowerRange power_seen(const CounterTrack& track) {
  PowerRange seen = track.tick_limited ? mean_seen(track) : rates_seen(track);
  if (const auto extremes = extremes_in_window(track)) {
    seen.low = std::min(seen.low, extremes->low);
    seen.high = std::max(seen.high, extremes->high);
  }
  return seen;
}

ObservedEdges observed_edges(const CounterTrack& track, Codes& codes) {
  ObservedEdges observed;
  if (track.samples.low.empty()) return observed;
  for (std::size_t k = 0; k < observed.size(); ++k) {
    const auto& edge = track.edges[k];
    const auto range = served_over(track, span_of(track, edge));
    if (!range) continue;
    if (contradicts(track, edge, *range))
      codes.insert(Code::kBoundsExceeded);
    else
      observed[k] = range;
  }
  return observed;
}

}  // namespace joulemark
