#include "benchmarks/gpu_probe/figures.h"

#include <algorithm>
#include <cmath>

namespace joulemark::probe {

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  const double at = share * static_cast<double>(values.size() - 1);
  return values[static_cast<std::size_t>(std::lround(at))];
}

Updates updates_of(const Samples& samples, Value value) {
  Updates out;
  std::vector<double> periods;
  std::optional<double> last, changed;
  for (const Sample& one : samples) {
    if (!(one.*value)) continue;
    if (last && *last != *(one.*value)) {
      const double step = std::abs(*(one.*value) - *last);
      out.step = out.changes == 0 ? step : std::min(out.step, step);
      ++out.changes;
      if (changed) periods.push_back(one.time - *changed);
      changed = one.time;
    }
    last = *(one.*value);
  }
  out.period = percentile(periods, 0.5);
  out.shortest = percentile(periods, 0.0);
  out.longest = percentile(periods, 1.0);
  return out;
}

std::optional<double> counter_watts(const Samples& samples) {
  std::optional<double> last;
  const Sample *first = nullptr, *end = nullptr;
  for (const Sample& one : samples) {
    if (!one.energy) continue;
    if (last && *last != *one.energy) {
      if (first == nullptr) first = &one;
      end = &one;
    }
    last = one.energy;
  }
  if (first == end) return std::nullopt;
  return (*end->energy - *first->energy) / (end->time - first->time);
}

std::optional<double> mean_watts(const Samples& samples, Value value) {
  double joules = 0.0, time = 0.0;
  const Sample* before = nullptr;
  for (const Sample& one : samples) {
    if (!(one.*value)) continue;
    if (before != nullptr) {
      joules += *(before->*value) * (one.time - before->time);
      time += one.time - before->time;
    }
    before = &one;
  }
  return time > 0.0 ? std::optional(joules / time) : std::nullopt;
}

}  // namespace joulemark::probe
