#include "measurement/counter_outages.h"

#include <algorithm>
#include <cstddef>

#include "measurement/observed_bounds.h"
#include "measurement/refusal.h"
#include "measurement/statistics.h"

namespace joulemark {
namespace {

struct NeighbourRates {
  double mean = 0.0, largest = 0.0;  // W; 0 without neighbours
};

// Rates of the intervals beside a reset that hold no other reset; unshifted times.
NeighbourRates rates_beside(const CounterSamples& samples, std::size_t reset) {
  NeighbourRates out;
  double sum = 0.0;
  int count = 0;
  for (const std::size_t i : {reset - 1, reset + 1}) {
    if (i == 0 || i >= samples.size()) continue;
    if (std::binary_search(samples.restarts.begin(), samples.restarts.end(), i)) continue;
    const double rate =
        (samples.energy[i] - samples.energy[i - 1]) / (samples.time[i] - samples.time[i - 1]);
    out.largest = count == 0 ? rate : std::max(out.largest, rate);
    sum += rate;
    ++count;
  }
  if (count > 0) out.mean = sum / count;
  return out;
}

// What a reset lost: estimate and limits, J.
struct Loss {
  double estimate = 0.0, low = 0.0, high = 0.0;
  [[nodiscard]] double half_width() const {
    return std::max({high - estimate, estimate - low, 0.0});
  }
};

Loss loss_of(const CounterTrack& track, std::size_t i, const PowerLimits& limits) {
  const auto& samples = track.samples;
  const NeighbourRates rates = rates_beside(samples, i);
  double most = 2.0 * track.top_rate;
  if (limits.high_known)
    most = limits.range.high;
  else if (const auto extremes = extremes_in_window(track))
    most = std::max(2.0 * rates.largest, extremes->high);

  const double dt = samples.time[i] - samples.time[i - 1];
  if (!samples.start.empty()) {  // lost between the last reading and the new start
    const double lost = std::min(std::max(samples.start[i] - samples.time[i - 1], 0.0), dt);
    const double least = limits.low_known ? limits.range.low : 0.0;
    return {rates.mean * lost, least * lost, most * lost};
  }
  const double seen = samples.energy[i] - samples.energy[i - 1];  // the new count
  return {std::max(0.0, dt * rates.mean - seen), 0.0, most * dt - seen};
}

PowerRange limits_of_fill(const CounterTrack& track, const PowerLimits& limits) {
  PowerRange range{0.0, 2.0 * track.top_rate};
  if (const auto extremes = extremes_in_window(track)) range = *extremes;
  if (limits.low_known) range.low = limits.range.low;
  if (limits.high_known) range.high = limits.range.high;
  return range;
}

}  // namespace

void add_resets(SeriesEnergy& out, const CounterTrack& track, const PowerLimits& limits) {
  for (const std::size_t i : restarts_in_window(track)) {
    const Loss loss = loss_of(track, i, limits);
    out.missed += loss.estimate;
    out.budget.push_back({"reset",
                          rectangular(loss.half_width()),
                          kInfinity,
                          {},
                          Interval{track.shifted(i - 1), track.shifted(i)}});
  }
  out.energy += out.missed;
}

bool fill_uncovered(SeriesEnergy& out, const CounterTrack& track, const PowerLimits& limits) {
  const double uncovered = track.uncovered(track.first, track.last);
  if (!(uncovered > 0.0)) return true;
  if (uncovered > kMostGap * track.duration) return false;
  const double mean = out.energy / (track.duration - uncovered);
  out.filled = mean * uncovered;
  out.energy += out.filled;
  out.gap_fraction += uncovered / track.duration;
  const PowerRange range = limits_of_fill(track, limits);
  for (std::size_t i = track.first + 1; i <= track.last; ++i) {
    const double du = track.uncovered(i - 1, i);
    if (!(du > 0.0)) continue;
    out.budget.push_back({"gap",
                          rectangular(du * range.distance_from(mean)),
                          kInfinity,
                          {},
                          Interval{track.points[i - 1].time, track.points[i].time}});
  }
  return true;
}

}  // namespace joulemark
