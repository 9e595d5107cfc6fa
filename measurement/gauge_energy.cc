#include "measurement/gauge_energy.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "measurement/accuracy.h"
#include "measurement/aliasing.h"
#include "measurement/bounds.h"
#include "measurement/gauge_readings.h"
#include "measurement/refusal.h"
#include "measurement/statistics.h"
#include "measurement/timing.h"

namespace joulemark {
namespace {

// The readings inside the window with what the rules need to know of them.
struct GaugeWindow {
  std::span<const double> time, power;
  double duration = 0.0;  // D
  Timing timing;
  PowerLimits limits;
  double longest = 0.0;  // gmax: a longer interval is a gap (G-6)

  [[nodiscard]] double before() const { return time.front(); }
  [[nodiscard]] double after() const { return duration - time.back(); }
};

// G-5: trapezoids inside, the outer readings held to the edges.
double trapezoids(const GaugeWindow& in) {
  double sum = in.power.front() * in.before() + in.power.back() * in.after();
  for (std::size_t i = 1; i < in.time.size(); ++i)
    sum += 0.5 * (in.power[i] + in.power[i - 1]) * (in.time[i] - in.time[i - 1]);
  return sum;
}

bool is_gap(const GaugeWindow& in, std::size_t i) {
  return in.time[i] - in.time[i - 1] > in.longest + kTimeTolerance;
}

// G-6. Each gap is a component of its own: what happened in it is known between the limits only.
void add_gap(SeriesEnergy& out, const GaugeWindow& in, const Interval& gap, double power) {
  const double length = gap.end - gap.begin;
  out.gap_fraction += length / in.duration;
  out.budget.push_back(
      {"gap", rectangular(length * in.limits.range.distance_from(power)), kInfinity, {}, gap});
}

void add_inner_gaps(SeriesEnergy& out, const GaugeWindow& in) {
  for (std::size_t i = 1; i < in.time.size(); ++i)
    if (is_gap(in, i))
      add_gap(out, in, {in.time[i - 1], in.time[i]}, 0.5 * (in.power[i - 1] + in.power[i]));
}

// G-8: half-width of one edge, 0 where it is a gap.
double edge_half_width(SeriesEnergy& out, const GaugeWindow& in, const Interval& fill,
                       double power) {
  const double f = fill.end - fill.begin;
  if (f > in.longest + in.timing.guard() + kTimeTolerance) {
    out.codes.insert(Code::kEdgeGap);
    add_gap(out, in, fill, power);
    return 0.0;
  }
  const double W = in.timing.averaging;
  const double unseen =
      in.timing.contiguous ? std::max(f - 0.5 * W, 0.0) + (W + in.timing.interval) / 8.0 : f;
  return unseen * in.limits.range.distance_from(power);
}

void add_edges(SeriesEnergy& out, const GaugeWindow& in) {
  const double begin = edge_half_width(out, in, {0.0, in.time.front()}, in.power.front());
  const double end = edge_half_width(out, in, {in.time.back(), in.duration}, in.power.back());
  out.budget.push_back({"edge", rectangular(begin + end), kInfinity, "edge"});
}

// G-7: successive differences over m readings, m as many as one update of the sensor lasts.
Variance successive_differences(const GaugeWindow& in) {
  const std::size_t n = in.time.size();
  const double lag = std::ceil(in.timing.update / in.timing.interval - 1e-9);
  if (!(lag < static_cast<double>(n))) return {0.0, kInfinity};
  const auto m = static_cast<std::size_t>(std::max(1.0, lag));
  double sum = 0.0, squares = 0.0;
  for (std::size_t i = m; i < n; ++i) {
    if (m == 1 && is_gap(in, i)) continue;
    const double step = (in.time[i] - in.time[i - m]) * (in.power[i] - in.power[i - m]);
    const double x = 0.5 * step * step;
    sum += x;
    squares += x * x;
  }
  return variance_of_terms(sum, squares, static_cast<double>(m));
}

void add_integration(SeriesEnergy& out, const GaugeWindow& in, const Series& series) {
  Variance variance{0.0, kInfinity};
  if (!in.timing.contiguous) variance = successive_differences(in);
  if (!in.timing.contiguous && !in.timing.alias_safe) {
    out.codes.insert(Code::kAliasRisk);
    variance =
        at_least_scatter(variance, standard_deviation(in.power), in.duration, in.timing.step);
    out.alias_bound =
        alias_bound(in.timing, in.timing.step, out.energy, in.duration, in.limits.range);
  }
  out.budget.push_back({"integration", std::sqrt(variance.u2), variance.dof, read_group(series)});
}

void add_time(SeriesEnergy& out, const GaugeWindow& in, const Series& series, double clock_bound) {
  const double width = in.limits.width();
  out.budget.push_back({"clock", rectangular(clock_bound * width), kInfinity, "clock"});  // T-1
  const double latency = in.timing.latency_half + 0.5 * in.timing.unstamped;              // T-2
  out.budget.push_back({"latency", rectangular(latency * width), kInfinity,
                        latency_group(series.metrology.accuracy)});
}

double longest_interval(const GaugeWindow& in) {
  double longest = std::max(in.before(), in.after());
  for (std::size_t i = 1; i < in.time.size(); ++i)
    longest = std::max(longest, in.time[i] - in.time[i - 1]);
  return longest;
}

}  // namespace

SeriesEnergy gauge_energy(const Series& series, const Window& window, double clock_bound) {
  const double D = seconds_since(window.start, window.end);
  SeriesEnergy out;
  out.duration = D;
  GaugeReadings readings = gauge_readings(series, window.start, out.codes);
  if (readings.time.size() < 3) return refuse(Code::kTooFewSamples, D);

  GaugeWindow in;
  in.duration = D;
  in.timing = timing_of(series.metrology, median(differences(readings.time)));
  in.longest = 3.0 * in.timing.step;
  const auto inside = inside_readings(readings, series.metrology, in.timing, D);
  if (inside.time.size() < 3) return refuse(Code::kTooFewSamples, D);
  in.time = inside.time;
  in.power = inside.power;
  const auto [smallest, largest] = std::minmax_element(in.power.begin(), in.power.end());
  in.limits = power_limits(series.metrology, {*smallest, *largest},
                           {0.5 * *smallest, 1.5 * *largest}, out.codes);

  out.samples = in.time.size();
  out.longest_interval = longest_interval(in);
  out.energy = trapezoids(in);
  add_inner_gaps(out, in);
  add_edges(out, in);
  if (out.gap_fraction > kMostGap) return refuse(Code::kGapOverLimit, D);
  if (out.gap_fraction > 0.0) out.codes.insert(Code::kGap);
  add_integration(out, in, series);
  add_time(out, in, series, clock_bound);
  out.budget.push_back({"resolution", spread_evenly(D * series.metrology.resolution)});  // G-9
  add_accuracy(out.budget, limits_in_force(series.metrology, Watts(out.energy / D)), out.energy, D);
  return out;
}

}  // namespace joulemark
