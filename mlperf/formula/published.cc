#include "mlperf/formula/published.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace joulemark::mlperf {
namespace {

// In order of time, equal times in the order of the file (a stable sort, as theirs).
std::vector<std::size_t> by_time(const PowerSeries& readings) {
  std::vector<std::size_t> out(readings.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::stable_sort(out.begin(), out.end(),
                   [&](std::size_t a, std::size_t b) { return readings.ms[a] < readings.ms[b]; });
  return out;
}

double at_time(const PowerSeries& readings, std::size_t after, double ms) {
  const auto t0 = static_cast<double>(readings.ms[after - 1]);
  const auto t1 = static_cast<double>(readings.ms[after]);
  const double share = t1 > t0 ? (ms - t0) / (t1 - t0) : 0.0;
  return std::lerp(readings.watts[after - 1], readings.watts[after], share);
}

}  // namespace

std::optional<InferencePower> inference_power(const PowerSeries& readings, std::int64_t begin_ms,
                                              std::int64_t end_ms) {
  InferencePower out;
  double sum = 0.0;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    if (readings.ms[i] <= begin_ms || readings.ms[i] >= end_ms || !(readings.watts[i] > 0.0))
      continue;
    sum += readings.watts[i];
    ++out.samples;
  }
  if (out.samples == 0) return {};
  out.mean_watts = sum / static_cast<double>(out.samples);
  out.energy_joules = out.mean_watts * 1e-3 * static_cast<double>(end_ms - begin_ms);
  return out;
}

std::optional<double> inference_metric(const InferencePower& power, const LoadgenRun& run) {
  if (run.scenario != "SingleStream" && run.scenario != "MultiStream") return power.mean_watts;
  if (!run.queries || !(*run.queries > 0.0)) return {};
  return 1000.0 * power.energy_joules / *run.queries;
}

std::optional<double> training_node_joules(const NodeLog& log, double time_to_train_ms) {
  if (!log.start_ms || !log.stop_ms || *log.stop_ms <= *log.start_ms) return {};
  double sum = 0.0;
  std::int64_t before = *log.start_ms;
  const std::size_t counted = log.readings.size() - log.after_stop;
  for (const std::size_t i : by_time(log.readings)) {
    const std::int64_t ms = log.readings.ms[i];
    if (ms < *log.start_ms || ms > *log.stop_ms || i >= counted) continue;
    sum += log.readings.watts[i] * static_cast<double>(ms - before);
    before = ms;
  }
  const auto span = static_cast<double>(*log.stop_ms - *log.start_ms);
  return log.conversion.value_or(1.0) * sum / span * time_to_train_ms / 1000.0;
}

std::optional<double> training_switch_joules(const NodeLog& log, double time_to_train_ms) {
  if (!log.switch_watts) return {};
  return log.conversion.value_or(1.0) * *log.switch_watts * time_to_train_ms / 1000.0;
}

std::optional<double> trapezoid_joules(const PowerSeries& readings, std::int64_t begin_ms,
                                       std::int64_t end_ms) {
  const auto& ms = readings.ms;
  if (ms.size() < 2 || ms.front() > begin_ms || ms.back() < end_ms ||
      !std::is_sorted(ms.begin(), ms.end()))
    return {};
  double sum = 0.0;
  for (std::size_t i = 1; i < ms.size(); ++i) {
    const auto from = static_cast<double>(std::max(ms[i - 1], begin_ms));
    const auto to = static_cast<double>(std::min(ms[i], end_ms));
    if (to > from)
      sum += 0.5 * (at_time(readings, i, from) + at_time(readings, i, to)) * (to - from);
  }
  return 1e-3 * sum;
}

}  // namespace joulemark::mlperf
