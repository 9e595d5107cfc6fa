#include "query/crosscheck/chain_trace.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "measurement/statistics.h"
#include "measurement/timing.h"

namespace joulemark {
namespace {

double interval_of(const Series& series) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < series.time.size(); ++i)
    steps.push_back(seconds(series.time[i] - series.time[i - 1]));
  return median(std::move(steps));
}

double shift_of(const Series& series, bool with_latency) {
  const Metrology& m = series.metrology;
  const double h = series.kind == SeriesKind::kIntegrated && m.sampling_interval
                       ? seconds(*m.sampling_interval)
                       : interval_of(series);
  const Timing timing = timing_of(m, h);
  const double latency = with_latency ? timing.latency_mid : 0.0;
  if (series.kind == SeriesKind::kCounter) return 0.5 * timing.unstamped + latency;
  return timing.shift() - timing.latency_mid + latency;
}

PowerTrace trace_of(const Series& series, UtcTime origin, bool with_latency) {
  PowerTrace out;
  const double shift = shift_of(series, with_latency);
  const auto add = [&](double time, double power) {
    if (!std::isfinite(power) || power < 0.0) return;
    if (!out.time.empty() && time <= out.time.back()) return;
    out.time.push_back(time);
    out.power.push_back(power);
  };
  for (std::size_t i = 0; i < series.time.size(); ++i) {
    const double time = seconds_since(origin, series.time[i]) - shift;
    if (series.kind == SeriesKind::kGauge) {
      add(time, series.value[i]);
    } else if (i > 0) {
      const double length = seconds(series.time[i] - series.time[i - 1]);
      add(time - 0.5 * length, (series.value[i] - series.value[i - 1]) / length);
    }
  }
  return out;
}

std::optional<double> power_at(const PowerTrace& trace, double time) {
  const auto after = std::lower_bound(trace.time.begin(), trace.time.end(), time);
  if (after == trace.time.end() || after == trace.time.begin()) return {};
  const auto i = static_cast<std::size_t>(after - trace.time.begin());
  const double f = (time - trace.time[i - 1]) / (trace.time[i] - trace.time[i - 1]);
  return std::lerp(trace.power[i - 1], trace.power[i], f);
}

}  // namespace

PowerTrace chain_trace(const ChainSeries& series, UtcTime origin, bool with_latency) {
  if (series.empty()) return {};
  PowerTrace first = trace_of(series.front(), origin, with_latency), out;
  if (series.size() == 1) return first;
  std::vector<PowerTrace> others;
  for (std::size_t i = 1; i < series.size(); ++i)
    others.push_back(trace_of(series[i], origin, with_latency));
  for (std::size_t i = 0; i < first.time.size(); ++i) {
    double power = first.power[i];
    bool known = true;
    for (const PowerTrace& other : others)
      if (const auto more = power_at(other, first.time[i]))
        power += *more;
      else
        known = false;
    if (!known) continue;
    out.time.push_back(first.time[i]);
    out.power.push_back(power);
  }
  return out;
}

}  // namespace joulemark
