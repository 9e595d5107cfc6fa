#include "mlperf/formula/published.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace joulemark::mlperf {
namespace {

// What the summarizer does with one record after the other.
struct SummarizerState {
  std::optional<std::int64_t> start, stop;
  std::int64_t before = 0, last = 0;
  double sum = 0.0;  // W ms
  double conversion = 1.0;
  std::size_t uncounted = 0;

  void take(const NodeEvent& event) {
    switch (event.kind) {
      case NodeEventKind::kStart:
        start = before = event.ms;
        break;
      case NodeEventKind::kReading:
        take_reading(event);
        break;
      case NodeEventKind::kStop:
        stop = event.ms;
        break;
      case NodeEventKind::kConversion:
        conversion = event.value;
        break;
    }
  }
  void take_reading(const NodeEvent& event) {
    if (stop || !start) {
      ++uncounted;
      return;
    }
    sum += event.value * static_cast<double>(event.ms - before);
    before = event.ms;
    last = std::max(last, event.ms);
  }
};

PowerSeries positive_readings(const PowerSeries& readings) {
  PowerSeries out;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    if (!(readings.watts[i] > 0.0)) continue;
    out.ms.push_back(readings.ms[i]);
    out.watts.push_back(readings.watts[i]);
  }
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

std::optional<TrainingEnergy> training_node_energy(const NodeLog& log, double time_to_train_ms) {
  std::vector<NodeEvent> events = log.events;
  std::stable_sort(events.begin(), events.end(),
                   [](const NodeEvent& a, const NodeEvent& b) { return a.ms < b.ms; });
  SummarizerState state;
  for (const NodeEvent& event : events) state.take(event);
  const std::int64_t stop = state.stop.value_or(state.last);
  if (!state.start || stop <= *state.start) return {};
  const double joules = state.conversion * state.sum * time_to_train_ms /
                        static_cast<double>(stop - *state.start) / 1000.0;
  return TrainingEnergy{joules, state.uncounted};
}

std::optional<double> training_switch_joules(const NodeLog& log, double time_to_train_ms) {
  if (!log.switch_watts) return {};
  return log.switch_conversion * *log.switch_watts * time_to_train_ms / 1000.0;
}

std::optional<double> trapezoid_joules(const PowerSeries& readings, std::int64_t begin_ms,
                                       std::int64_t end_ms) {
  const PowerSeries kept = positive_readings(readings);
  const auto& ms = kept.ms;
  if (ms.size() < 2 || ms.front() > begin_ms || ms.back() < end_ms ||
      !std::is_sorted(ms.begin(), ms.end()))
    return {};
  double sum = 0.0;
  for (std::size_t i = 1; i < ms.size(); ++i) {
    const auto from = static_cast<double>(std::max(ms[i - 1], begin_ms));
    const auto to = static_cast<double>(std::min(ms[i], end_ms));
    if (to > from) sum += 0.5 * (at_time(kept, i, from) + at_time(kept, i, to)) * (to - from);
  }
  return 1e-3 * sum;
}

}  // namespace joulemark::mlperf
