#include "query/power_bins.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "measurement/counter_track.h"
#include "measurement/gauge_readings.h"
#include "measurement/statistics.h"

namespace joulemark {
namespace {

constexpr double kMinute = 60.0, kHour = 3600.0, kDay = 86'400.0;  // s
constexpr std::array kRoundSeconds{
    0.1,   0.2,       0.5,       1.0,         2.0,         5.0,          10.0,         15.0,
    20.0,  30.0,      kMinute,   2 * kMinute, 5 * kMinute, 10 * kMinute, 15 * kMinute, 30 * kMinute,
    kHour, 2 * kHour, 4 * kHour, 12 * kHour,  kDay,        2 * kDay};
constexpr double kLongestInterval = 5.0;  // s, METHOD F-3
constexpr double kIntervals = 3.0;        // F-3, and gmax of G-6
constexpr double kCovered = 1e-6;         // share of a bin that rounding may lose

// Energy spread evenly over the interval between two readings. Bins that are not covered from end
// to end are gaps.
class Bins {
 public:
  Bins(double duration, double width)
      : duration_(duration),
        width_(width),
        joules_(std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(duration / width))),
                0.0),
        covered_(joules_.size(), 0.0) {}

  void add(double from, double to, double joules) {
    const double power = joules / (to - from);
    from = std::max(from, 0.0);
    to = std::min(to, duration_);
    if (!(to > from)) return;
    const auto first = std::min(static_cast<std::size_t>(from / width_), joules_.size() - 1);
    for (std::size_t i = first; i < joules_.size(); ++i) {
      const double part = std::min(to, end_of(i)) - std::max(from, begin_of(i));
      if (part > 0.0) {
        joules_[i] += power * part;
        covered_[i] += part;
      }
      if (end_of(i) >= to) return;
    }
  }

  [[nodiscard]] std::vector<std::optional<double>> watts() const {
    std::vector<std::optional<double>> out(joules_.size());
    for (std::size_t i = 0; i < out.size(); ++i)
      if (covered_[i] > 0.0 && covered_[i] >= (1.0 - kCovered) * (end_of(i) - begin_of(i)))
        out[i] = joules_[i] / covered_[i];
    return out;
  }

 private:
  [[nodiscard]] double begin_of(std::size_t i) const { return static_cast<double>(i) * width_; }
  [[nodiscard]] double end_of(std::size_t i) const {
    return i + 1 == joules_.size() ? duration_ : static_cast<double>(i + 1) * width_;
  }

  double duration_, width_;
  std::vector<double> joules_, covered_;
};

std::vector<double> times_of(const CounterTrack& track) {
  std::vector<double> out;
  out.reserve(track.points.size());
  for (const CounterPoint& point : track.points) out.push_back(point.time);
  return out;
}

bool restarted_between(const CounterTrack& track, std::size_t from, std::size_t to) {
  const auto& restarts = track.samples.restarts;
  const auto next = std::upper_bound(restarts.begin(), restarts.end(), track.points[from].sample);
  return next != restarts.end() && *next <= track.points[to].sample;
}

void add_counter(Bins& bins, const Series& series, const Window& window) {
  const CounterTrack track = track_of(series, window);
  const double longest =
      std::max(kLongestInterval, kIntervals * median(differences(times_of(track))));
  for (std::size_t i = 1; i < track.points.size(); ++i) {
    const CounterPoint& last = track.points[i - 1];
    const CounterPoint& next = track.points[i];
    const double dt = next.time - last.time;
    if (dt <= kTimeTolerance || dt > longest || track.uncovered(i - 1, i) > 0.0 ||
        restarted_between(track, i - 1, i))
      continue;
    bins.add(last.time, next.time, next.energy - last.energy);
  }
}

void add_gauge(Bins& bins, const Series& series, const Window& window) {
  Codes codes;
  const GaugeReadings readings = gauge_readings(series, window.start, codes);
  const Timing timing = timing_of(series.metrology, median(differences(readings.time)));
  for (std::size_t i = 1; i < readings.time.size(); ++i) {
    const double dt = readings.time[i] - readings.time[i - 1];
    if (dt > kIntervals * timing.step) continue;
    bins.add(readings.time[i - 1] - timing.shift(), readings.time[i] - timing.shift(),
             0.5 * dt * (readings.power[i - 1] + readings.power[i]));
  }
}

}  // namespace

double bin_width(double duration, double least, std::size_t most) {
  const double wanted = std::max(duration / static_cast<double>(most), least);
  const auto found =
      std::lower_bound(kRoundSeconds.begin(), kRoundSeconds.end(), wanted * (1.0 - kCovered));
  return found == kRoundSeconds.end() ? wanted : *found;
}

std::vector<std::optional<double>> binned_power(const Series& series, const Window& window,
                                                double bin) {
  Bins bins(window.duration(), bin);
  if (series.kind == SeriesKind::kGauge)
    add_gauge(bins, series, window);
  else
    add_counter(bins, series, window);
  return bins.watts();
}

void add_power(std::vector<std::optional<double>>& sum,
               const std::vector<std::optional<double>>& other) {
  if (sum.empty()) sum.assign(other.size(), 0.0);
  for (std::size_t i = 0; i < sum.size(); ++i)
    sum[i] = sum[i] && other[i] ? std::optional(*sum[i] + *other[i]) : std::nullopt;
}

}  // namespace joulemark
