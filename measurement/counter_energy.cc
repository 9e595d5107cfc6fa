#include "measurement/counter_energy.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "measurement/accuracy.h"
#include "measurement/counter_budget.h"
#include "measurement/counter_edges.h"
#include "measurement/counter_outages.h"
#include "measurement/counter_track.h"
#include "measurement/observed_bounds.h"
#include "measurement/refusal.h"
#include "measurement/statistics.h"

namespace joulemark {
namespace {

// C-7 without what resets lost; `edge` of C-5.
void add_energy_to_edges(SeriesEnergy& out, const CounterTrack& track, const PowerLimits& limits,
                         const ObservedEdges& observed) {
  double energy = track.points[track.last].energy - track.points[track.first].energy;
  double half_width = 0.0;
  for (std::size_t k = 0; k < track.edges.size(); ++k) {
    const auto& edge = track.edges[k];
    const EdgeEnergy part = edge_energy(track, edge, limits, observed[k]);
    energy += part.estimate;
    half_width += part.half_width;
    if (!part.extrapolated) continue;
    out.codes.insert(Code::kEdgeExtrapolated);
    out.edge_distance = std::max(out.edge_distance, edge.d);
  }
  out.energy = energy;
  out.budget.push_back({"edge", rectangular(half_width), kInfinity, "edge"});
}

// PH - PL of T-1.
double power_width(const PowerLimits& limits, const ObservedEdges& observed) {
  if (!observed[0] || !observed[1]) return limits.width();
  const double width =
      std::max(observed[0]->high, observed[1]->high) - std::min(observed[0]->low, observed[1]->low);
  return limits.low_known || limits.high_known ? std::min(width, limits.width()) : width;
}

// F-3: the longest time between two samples that touches the window, or from the last sample to
// an edge that nothing lies beyond.
double longest_interval(const CounterTrack& track) {
  double longest = 0.0;
  const std::size_t n = track.samples.size();
  for (std::size_t i = 1; i < n; ++i)
    if (track.meets_window(i))
      longest = std::max(longest, track.samples.time[i] - track.samples.time[i - 1]);
  return std::max({longest, track.shifted(0), track.duration - track.shifted(n - 1)});
}

std::size_t samples_inside(const CounterTrack& track) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < track.samples.size(); ++i)
    if (track.in_window(i)) ++count;
  return count;
}

SeriesEnergy energy_of(const CounterTrack& track, double clock_bound, Codes codes) {
  const double D = track.duration;
  SeriesEnergy out;
  out.duration = D;
  out.codes = std::move(codes);
  out.samples = samples_inside(track);
  out.longest_interval = longest_interval(track);
  const PowerLimits limits = power_limits(track.series.metrology, power_seen(track),
                                          {0.0, 1.5 * track.top_rate}, out.codes);
  const ObservedEdges observed = observed_edges(track, out.codes);
  add_energy_to_edges(out, track, limits, observed);
  add_resets(out, track, limits);
  if (!fill_uncovered(out, track, limits)) return refuse(Code::kGapOverLimit, D);
  if (out.missed > 0.0) out.gap_fraction += out.missed / out.energy;
  if (out.gap_fraction > kMostGap) return refuse(Code::kGapOverLimit, D);
  if (out.gap_fraction > 0.0) out.codes.insert(Code::kGap);

  const double width = power_width(limits, observed);
  out.budget.push_back({"clock", rectangular(clock_bound * width), kInfinity, "clock"});  // T-1
  if (track.integrated)
    add_integrated_parts(out, track, limits, width);
  else
    add_counter_parts(out, track, limits);
  add_accuracy(out.budget, limits_in_force(track.series.metrology, Watts(out.energy / D)),
               out.energy, D);
  return out;
}

}  // namespace

SeriesEnergy counter_energy(const Series& series, const Window& window, double clock_bound) {
  const double D = seconds_since(window.start, window.end);
  CounterTrack track = track_of(series, window);
  if (track.samples.size() < 2) return refuse(Code::kNoBracket, D);
  const double resets =
      static_cast<double>(restarts_in_window(track).size()) + counted_resets(track);
  if (resets > 1.0) return refuse(Code::kSeveralResets, D);
  if (track.points.size() < 2) return refuse(Code::kNoBracket, D);
  if (!find_edges(track)) return refuse(Code::kInsufficientResolution, D);
  Codes codes;
  if (resets > 0.0) codes.insert(Code::kCounterReset);
  return energy_of(track, clock_bound, std::move(codes));
}

}  // namespace joulemark
