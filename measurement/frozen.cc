#include "measurement/frozen.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "measurement/statistics.h"
#include "measurement/timing.h"

namespace joulemark {
namespace {

constexpr double kShortestFreeze = 10.0;  // s
constexpr double kFreezeSteps = 5.0;
constexpr double kMove = 0.05;

struct Run {
  std::size_t first, last;  // indices of readings, ends included
};

// Power at a moment, known to within +- tolerance.
struct Level {
  double watts, tolerance;
};

std::vector<Level> levels_of_gauge(const Series& series, UtcTime from, UtcTime to) {
  std::vector<Level> levels;
  for (std::size_t i = 0; i < series.time.size(); ++i)
    if (series.time[i] >= from && series.time[i] <= to && std::isfinite(series.value[i]))
      levels.push_back({series.value[i], 0.5 * series.metrology.resolution});
  return levels;
}

std::vector<Level> levels_of_counter(const Series& series, UtcTime from, UtcTime to) {
  const bool counter = series.kind == SeriesKind::kCounter;
  const double update = counter && series.metrology.update_interval
                            ? seconds(*series.metrology.update_interval)
                            : 0.0;
  const double resolution = counter ? series.metrology.resolution : 0.0;
  std::vector<Level> levels;
  for (std::size_t i = 1; i < series.time.size(); ++i) {
    if (series.time[i - 1] < from || series.time[i] > to) continue;
    const double dt = seconds(series.time[i] - series.time[i - 1]);
    const double rise = series.value[i] - series.value[i - 1];
    if (dt <= 0.0 || !(rise >= 0.0)) continue;  // a wrap or reset says nothing about power
    levels.push_back({rise / dt, (2.0 * update * rise / dt + resolution) / dt});
  }
  return levels;
}

// How far the power of a series moves, less what its own tolerance explains; W.
struct Movement {
  double range = 0.0, mean = 0.0;
};

Movement movement(const std::vector<Level>& levels) {
  if (levels.size() < 2) return {};
  double highest_low = -1e300, lowest_high = 1e300, sum = 0.0;
  for (const Level& level : levels) {
    highest_low = std::max(highest_low, level.watts - level.tolerance);
    lowest_high = std::min(lowest_high, level.watts + level.tolerance);
    sum += level.watts;
  }
  return {highest_low - lowest_high, sum / static_cast<double>(levels.size())};
}

bool moves(const Series& other, UtcTime from, UtcTime to, double resolution) {
  const Movement moved =
      movement(other.kind == SeriesKind::kGauge ? levels_of_gauge(other, from, to)
                                                : levels_of_counter(other, from, to));
  return moved.range > kMove * moved.mean && moved.range > resolution;
}

// Runs of identical readings that last at least `longest` seconds. NaN is no reading (G-1).
std::vector<Run> still_runs(const Series& gauge, double longest) {
  std::vector<Run> runs;
  std::optional<Run> run;
  const auto close = [&] {
    if (run && seconds(gauge.time[run->last] - gauge.time[run->first]) >= longest - kTimeTolerance)
      runs.push_back(*run);
  };
  for (std::size_t i = 0; i < gauge.value.size(); ++i) {
    if (!std::isfinite(gauge.value[i])) continue;
    if (run && gauge.value[run->first] == gauge.value[i]) {
      run->last = i;
    } else {
      close();
      run = Run{i, i};
    }
  }
  close();
  return runs;
}

double step_of(const Series& gauge) {
  std::vector<double> intervals;
  for (std::size_t i = 1; i < gauge.time.size(); ++i)
    intervals.push_back(seconds(gauge.time[i] - gauge.time[i - 1]));
  if (intervals.empty()) return 0.0;
  return timing_of(gauge.metrology, median(std::move(intervals))).step;
}

// Keeps the entries that are not dropped; a column that does not exist stays so.
template <class T>
void keep(std::vector<T>& column, const std::vector<bool>& drop) {
  if (column.size() != drop.size()) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < drop.size(); ++i)
    if (!drop[i]) column[kept++] = column[i];
  column.resize(kept);
}

}  // namespace

Thawed drop_frozen(const Series& gauge, std::span<const Series* const> others) {
  Thawed result{gauge, false};
  if (gauge.kind != SeriesKind::kGauge) return result;
  std::vector<bool> drop(gauge.time.size(), false);
  for (const Run& run :
       still_runs(gauge, std::max(kShortestFreeze, kFreezeSteps * step_of(gauge)))) {
    const bool frozen = std::any_of(others.begin(), others.end(), [&](const Series* other) {
      return moves(*other, gauge.time[run.first], gauge.time[run.last], gauge.metrology.resolution);
    });
    if (!frozen) continue;
    result.frozen = true;
    std::fill(drop.begin() + static_cast<std::ptrdiff_t>(run.first) + 1,
              drop.begin() + static_cast<std::ptrdiff_t>(run.last) + 1, true);
  }
  if (!result.frozen) return result;
  Series& series = result.series;
  for (auto* column : {&series.time, &series.start}) keep(*column, drop);
  for (auto* column : {&series.value, &series.variance, &series.uncovered, &series.resets,
                       &series.power_min, &series.power_max})
    keep(*column, drop);
  return result;
}

}  // namespace joulemark
