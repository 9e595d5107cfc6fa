#include "query/idle/lowest_power.h"

#include <algorithm>
#include <cmath>

#include "measurement/component.h"
#include "measurement/counter_track.h"
#include "measurement/gauge_readings.h"
#include "measurement/statistics.h"
#include "measurement/trailing_extremes.h"

namespace joulemark {
namespace {

struct PowerShown {
  PowerRange range{kInfinity, -kInfinity};
  void add(double low, double high) {
    range.low = std::min(range.low, std::max(0.0, low));
    range.high = std::max(range.high, high);
  }
  [[nodiscard]] std::optional<PowerRange> result() const {
    return range.low <= range.high ? std::optional(range) : std::nullopt;
  }
};

PowerShown readings_shown(const Series& series, const Window& window) {
  Codes dropped;
  GaugeReadings readings = gauge_readings(series, window.start, dropped);
  const Timing timing = timing_of(series.metrology, median(differences(readings.time)));
  const InsideReadings inside =
      inside_readings(readings, series.metrology, timing, window.duration());
  PowerShown out;
  for (const double power : inside.power) out.add(power, power);
  return out;
}

bool restarts_between(const CounterTrack& track, std::size_t from, std::size_t to) {
  return std::any_of(
      track.samples.restarts.begin(), track.samples.restarts.end(),
      [&](std::size_t i) { return i > track.points[from].sample && i <= track.points[to].sample; });
}

// Over at least max(0.1 s, 2 Tu), as the exporter's extremes are.
void add_rates_inside(const CounterTrack& track, PowerShown& out) {
  const double shortest =
      track.integrated ? 0.0 : std::max(kShortestRate, 2.0 * track.timing.update);
  std::size_t from = track.first;
  for (std::size_t to = track.first + 1; to <= track.last; ++to) {
    const CounterPoint &a = track.points[from], &b = track.points[to];
    if (b.time - a.time < shortest - kTimeTolerance) continue;
    const double energy = b.energy - a.energy;
    const double widths = 0.5 * (a.width + b.width);
    if (track.uncovered(from, to) <= 0.0 && !restarts_between(track, from, to) &&
        b.time - a.time > widths)
      out.add(energy / (b.time - a.time + widths), energy / (b.time - a.time - widths));
    from = to;
  }
}

void add_extremes(const CounterTrack& track, PowerShown& out) {
  if (track.samples.low.empty()) return;
  constexpr auto kLongestReach = static_cast<double>(kExtremesReach + 1);  // by the slots
  for (std::size_t i = 0; i < track.samples.size(); ++i)
    if (track.in_window(i) && track.shifted(i) >= kLongestReach &&
        std::isfinite(track.samples.low[i]))
      out.add(track.samples.low[i], track.samples.high[i]);
}

}  // namespace

std::optional<PowerRange> power_shown(const Series& series, const Window& window) {
  if (series.kind == SeriesKind::kGauge) return readings_shown(series, window).result();
  CounterTrack track = track_of(series, window);
  if (!find_edges(track)) return std::nullopt;
  PowerShown out;
  add_rates_inside(track, out);
  add_extremes(track, out);
  return out.result();
}

}  // namespace joulemark
