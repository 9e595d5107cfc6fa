#include "measurement/counter_budget.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "measurement/accuracy.h"
#include "measurement/aliasing.h"
#include "measurement/observed_bounds.h"
#include "measurement/statistics.h"

namespace joulemark {
namespace {

constexpr double kAllOfTheTime = 0.95;  // phi of a sensor that is not part-time (G-7)
constexpr double kEdgesOnlyDof = 12.5;  // I-3

// C-4: a change of the count lies anywhere between two samples.
double tick_uncertainty(const CounterTrack& track) {
  double squares = 0.0;
  for (const auto& edge : track.edges) {
    const double reach = edge.d / edge.L;
    const double u = edge.r * std::hypot((1.0 + reach) * track.points[edge.a].width,
                                         reach * track.points[edge.b].width);
    squares += spread_evenly(u) * spread_evenly(u);
  }
  return std::sqrt(squares);
}

// I-3: the variance that the exporter summed between the first and last inside point, as if the
// rest of the window had the same.
Variance served_variance(const CounterTrack& track) {
  const auto& served = track.samples.variance;
  double sum = 0.0, squares = 0.0;
  for (std::size_t i = track.first + 1; i <= track.last; ++i) {
    const double X = served[track.points[i].sample] - served[track.points[i - 1].sample];
    sum += X;
    squares += X * X;
  }
  Variance variance = variance_of_terms(sum, squares, 1.0);
  variance.u2 *= track.duration / track.span();
  if (track.series.edges_only && sum > 0.0) variance.dof = kEdgesOnlyDof;
  return variance;
}

// I-5: evidence, else the extremes with the same margin as G-6, else the limits of T-1.
PowerRange limits_of_aliasing(const CounterTrack& track, const PowerLimits& limits) {
  PowerRange range = limits.range;
  if (const auto extremes = extremes_in_window(track)) {
    if (!limits.low_known) range.low = 0.5 * extremes->low;
    if (!limits.high_known) range.high = 1.5 * extremes->high;
  }
  return range;
}

void add_integration(SeriesEnergy& out, const CounterTrack& track, const PowerLimits& limits) {
  const Timing& timing = track.timing;
  Variance variance = served_variance(track);
  // Without the exporter's variance nobody knows what random moments missed.
  const bool safe = timing.alias_safe && !track.series.variance.empty();
  if (!timing.contiguous && !safe) {
    out.codes.insert(Code::kAliasRisk);
    const PowerRange range = limits_of_aliasing(track, limits);
    variance =
        at_least_scatter(variance, 0.25 * (range.high - range.low), track.duration, timing.step);
    out.alias_bound = alias_bound(timing, timing.step, out.energy, track.duration, range);
  }
  out.budget.push_back(
      {"integration", std::sqrt(variance.u2), variance.dof, read_group(track.series)});
}

}  // namespace

void add_counter_parts(SeriesEnergy& out, const CounterTrack& track, const PowerLimits& limits) {
  const Metrology& metrology = track.series.metrology;
  const Timing& timing = track.timing;
  const auto rate = [](const CounterEdge& edge) { return std::max(edge.r, edge.ro); };
  const double rates = std::hypot(rate(track.edges[0]), rate(track.edges[1]));
  if (track.tick_limited) {
    out.codes.insert(Code::kTickLimited);
    out.budget.push_back({"tick", tick_uncertainty(track)});
  } else {
    out.budget.push_back({"resolution", metrology.resolution / std::sqrt(6.0)});
    out.budget.push_back({"update", spread_evenly(timing.unstamped * rates)});
  }
  out.budget.push_back({"latency", rectangular(timing.latency_half * rates), kInfinity,
                        latency_group(metrology.accuracy)});
  if (!(timing.observed >= kAllOfTheTime)) {
    out.codes.insert(Code::kAliasRisk);
    const double step = std::max({timing.update, timing.averaging, kTimeTolerance});
    out.alias_bound = alias_bound(timing, step, out.energy, track.duration, limits.range);
  }
}

void add_integrated_parts(SeriesEnergy& out, const CounterTrack& track, const PowerLimits& limits,
                          double power_width) {
  const Metrology& metrology = track.series.metrology;
  const double latency = track.timing.latency_half + 0.5 * track.timing.unstamped;
  out.budget.push_back({"latency", rectangular(latency * power_width), kInfinity,
                        latency_group(metrology.accuracy)});
  add_integration(out, track, limits);
  out.budget.push_back({"resolution", spread_evenly(track.duration * metrology.resolution)});
}

}  // namespace joulemark
