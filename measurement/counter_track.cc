#include "measurement/counter_track.h"

#include <algorithm>
#include <cmath>

#include "measurement/statistics.h"

namespace joulemark {
namespace {

constexpr double kTickRateIntervals = 10.0;  // C-4

bool within(double time, double duration) {
  return time >= -kTimeTolerance && time <= duration + kTimeTolerance;
}

// C-3: more than 10 % of the increments that end in the window (unshifted times) are 0.
bool is_tick_limited(const CounterSamples& samples, double duration) {
  std::size_t all = 0, idle = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    if (!within(samples.time[i], duration)) continue;
    ++all;
    if (samples.energy[i] <= samples.energy[i - 1]) ++idle;
  }
  return all == 0 || 10 * idle > all;
}

std::vector<CounterPoint> change_points(const CounterTrack& track) {
  const auto& samples = track.samples;
  std::vector<CounterPoint> points;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    if (!(samples.energy[i] > samples.energy[i - 1])) continue;
    const double middle = 0.5 * (samples.time[i - 1] + samples.time[i]);
    points.push_back(
        {middle - track.shift, samples.energy[i], samples.time[i] - samples.time[i - 1], i});
  }
  return points;
}

std::vector<CounterPoint> every_sample(const CounterTrack& track) {
  std::vector<CounterPoint> points;
  points.reserve(track.samples.size());
  for (std::size_t i = 0; i < track.samples.size(); ++i)
    points.push_back({track.shifted(i), track.samples.energy[i], 0.0, i});
  return points;
}

bool find_inside(CounterTrack& track) {
  const auto& points = track.points;
  std::size_t first = 0;
  while (first < points.size() && points[first].earliest() < -kTimeTolerance) ++first;
  std::size_t end = points.size();
  while (end > first && points[end - 1].latest() > track.duration + kTimeTolerance) --end;
  if (end < first + 2) return false;
  track.first = first;
  track.last = end - 1;
  return true;
}

// b of C-4: the next inside point; of a tick-limited counter one far enough for a rate.
std::size_t rate_point(const CounterTrack& track, std::size_t a, bool at_start) {
  const std::size_t far_end = at_start ? track.last : track.first;
  std::size_t b = at_start ? a + 1 : a - 1;
  if (!track.tick_limited) return b;
  while (b != far_end && std::abs(track.points[b].time - track.points[a].time) <
                             kTickRateIntervals * track.sample_interval - kTimeTolerance)
    at_start ? ++b : --b;
  return b;
}

std::optional<std::size_t> outer_point(const CounterTrack& track, std::size_t a, bool at_start) {
  if (at_start) {
    for (std::size_t j = a; j-- > 0;)
      if (track.points[j].latest() <= kTimeTolerance) return j;
    return {};
  }
  for (std::size_t j = a + 1; j < track.points.size(); ++j)
    if (track.points[j].earliest() >= track.duration - kTimeTolerance) return j;
  return {};
}

CounterEdge edge_of(const CounterTrack& track, bool at_start) {
  CounterEdge edge;
  edge.at = at_start ? 0.0 : track.duration;
  edge.a = at_start ? track.first : track.last;
  edge.b = rate_point(track, edge.a, at_start);
  edge.o = outer_point(track, edge.a, at_start);

  const CounterPoint& a = track.points[edge.a];
  const CounterPoint& b = track.points[edge.b];
  edge.L = std::abs(b.time - a.time);
  edge.r = std::abs(b.energy - a.energy) / edge.L;
  edge.d = std::abs(a.time - edge.at);
  edge.ro = edge.r;
  if (!edge.o) return edge;
  const CounterPoint& o = track.points[*edge.o];
  edge.e = std::abs(o.energy - a.energy);
  edge.x = std::abs(o.time - edge.at);
  edge.ro = edge.e / std::abs(o.time - a.time);
  edge.ue = std::abs(track.uncovered(*edge.o, edge.a));
  return edge;
}

}  // namespace

bool CounterTrack::in_window(std::size_t sample) const { return within(shifted(sample), duration); }

bool CounterTrack::meets_window(std::size_t sample) const {
  return shifted(sample) > kTimeTolerance && shifted(sample - 1) < duration - kTimeTolerance;
}

double CounterTrack::uncovered(std::size_t from, std::size_t to) const {
  return samples.uncovered[points[to].sample] - samples.uncovered[points[from].sample];
}

CounterTrack track_of(const Series& series, const Window& window) {
  CounterTrack track{series};
  track.duration = seconds_since(window.start, window.end);
  track.integrated = series.kind == SeriesKind::kIntegrated;
  track.samples = counter_samples(series, window.start);
  track.sample_interval = median(differences(track.samples.time));
  const auto& exporter_interval = series.metrology.sampling_interval;
  const bool use_exporter =
      track.integrated && exporter_interval && *exporter_interval > Duration(0);
  track.timing = timing_of(series.metrology,
                           use_exporter ? seconds(*exporter_interval) : track.sample_interval);
  track.tick_limited = !track.integrated && is_tick_limited(track.samples, track.duration);
  // Only an average by the exporter's sensor lies W/2 back; a counter counts all of the time.
  track.shift = track.timing.latency_mid;
  if (!track.tick_limited) track.shift += 0.5 * track.timing.unstamped;
  if (track.integrated) track.shift += 0.5 * track.timing.averaging;
  track.points = track.tick_limited ? change_points(track) : every_sample(track);
  return track;
}

bool find_edges(CounterTrack& track) {
  if (!find_inside(track)) return false;
  track.edges = {edge_of(track, true), edge_of(track, false)};
  for (const auto& edge : track.edges)
    track.edge_rate = std::max({track.edge_rate, edge.r, edge.ro});
  track.top_rate = track.edge_rate;
  for (std::size_t i = track.first + 1; i <= track.last; ++i) {
    const auto& from = track.points[i - 1];
    const auto& to = track.points[i];
    track.top_rate = std::max(track.top_rate, (to.energy - from.energy) / (to.time - from.time));
  }
  return true;
}

std::vector<std::size_t> restarts_in_window(const CounterTrack& track) {
  std::vector<std::size_t> inside;
  for (const std::size_t i : track.samples.restarts)
    if (track.meets_window(i)) inside.push_back(i);
  return inside;
}

double counted_resets(const CounterTrack& track) {
  const auto& samples = track.samples;
  std::size_t before = 0;
  std::size_t after = samples.size() - 1;
  while (before + 1 < samples.size() && track.shifted(before + 1) <= kTimeTolerance) ++before;
  while (after > 0 && track.shifted(after - 1) >= track.duration - kTimeTolerance) --after;
  return std::max(0.0, std::round(samples.resets[after] - samples.resets[before]));
}

}  // namespace joulemark
