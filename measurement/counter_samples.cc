#include "measurement/counter_samples.h"

#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "measurement/bounds.h"
#include "measurement/timing.h"

namespace joulemark {
namespace {

constexpr double kSameStart = 1e-3;  // s (C-2)

// A sample is one reading with all of its columns; with one of them missing it is none.
bool complete(const Series& series, std::size_t i) {
  const auto finite = [i](const std::vector<double>& column) {
    return column.empty() || std::isfinite(column[i]);
  };
  return std::isfinite(series.value[i]) && finite(series.variance) && finite(series.uncovered) &&
         finite(series.resets);
}

void append(CounterSamples& out, const Series& series, UtcTime origin, std::size_t i) {
  const auto value_or_zero = [i](const std::vector<double>& column) {
    return column.empty() ? 0.0 : column[i];
  };
  out.energy.push_back(series.value[i]);
  out.variance.push_back(value_or_zero(series.variance));
  out.uncovered.push_back(value_or_zero(series.uncovered));
  out.resets.push_back(value_or_zero(series.resets));
  if (!series.start.empty()) out.start.push_back(seconds_since(origin, series.start[i]));
  if (series.power_min.empty() || series.power_max.empty()) return;
  const bool both = std::isfinite(series.power_min[i]) && std::isfinite(series.power_max[i]);
  const double none = std::numeric_limits<double>::quiet_NaN();
  out.low.push_back(both ? series.power_min[i] : none);
  out.high.push_back(both ? series.power_max[i] : none);
}

CounterSamples read(const Series& series, UtcTime origin) {
  CounterSamples out;
  for (auto* column : {&out.time, &out.energy, &out.variance, &out.uncovered, &out.resets})
    column->reserve(series.time.size());
  for (std::size_t i = 0; i < series.time.size(); ++i) {
    if (!complete(series, i)) continue;
    const double time = seconds_since(origin, series.time[i]);
    if (!out.time.empty() && !(time - out.time.back() > kTimeTolerance)) continue;
    out.time.push_back(time);
    append(out, series, origin, i);
  }
  return out;
}

// A fall is a wrap only if modulus and ceiling are known and the power it would mean is possible.
// A fall by more than the modulus never is.
bool is_wrap(const Metrology& metrology, double before, double after, double dt) {
  const auto ceiling = ceiling_of(metrology);
  if (!metrology.modulus || !ceiling) return false;
  const double joules = after + metrology.modulus->value() - before;
  return joules >= 0.0 && joules <= *ceiling * dt;
}

void unwrap(CounterSamples& samples, const Metrology& metrology) {
  if (samples.time.empty()) return;
  // Energy, variance, uncovered, resets.
  const std::array columns = {&samples.energy, &samples.variance, &samples.uncovered,
                              &samples.resets};
  std::array<double, 4> before{}, offset{};
  for (std::size_t k = 0; k < columns.size(); ++k) before[k] = columns[k]->front();
  offset[0] = -before[0];  // count from the first sample: no digits are lost in the sums
  samples.energy.front() = 0.0;

  for (std::size_t i = 1; i < samples.size(); ++i) {
    const double dt = samples.time[i] - samples.time[i - 1];
    const bool restarted =
        !samples.start.empty() && std::abs(samples.start[i] - samples.start[i - 1]) > kSameStart;
    const double count = samples.energy[i];
    if (!restarted && count < before[0] && is_wrap(metrology, before[0], count, dt)) {
      offset[0] += metrology.modulus->value();
    } else if (restarted || count < before[0]) {
      for (std::size_t k = 0; k < columns.size(); ++k) offset[k] += before[k];
      samples.restarts.push_back(i);
    }
    for (std::size_t k = 0; k < columns.size(); ++k) {
      before[k] = (*columns[k])[i];
      (*columns[k])[i] = before[k] + offset[k];
    }
  }
}

}  // namespace

CounterSamples counter_samples(const Series& series, UtcTime origin) {
  CounterSamples samples = read(series, origin);
  unwrap(samples, series.metrology);
  return samples;
}

}  // namespace joulemark
