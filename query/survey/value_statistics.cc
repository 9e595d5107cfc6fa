#include "query/survey/value_statistics.h"

#include <algorithm>
#include <cmath>

#include "core/units.h"

namespace joulemark {
namespace {

void note_decimals(const redfish::Number& number, ValueStatistics& out) {
  if (const auto decimals = number.decimals())
    out.decimals = std::max(out.decimals.value_or(0), *decimals);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

ValueStatistics statistics_of(const redfish::Measured& first,
                              const std::vector<redfish::ProbeSample>& samples) {
  ValueStatistics out;
  if (first.reading) note_decimals(*first.reading, out);
  out.readings = samples.size();
  if (samples.empty()) return out;
  out.first = samples.front().number.value;
  out.last = samples.back().number.value;
  out.span = seconds(samples.back().time - samples.front().time);
  std::optional<MonotonicTime> changed;
  std::vector<double> between;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    note_decimals(samples[i].number, out);
    if (i == 0) continue;
    const double change = samples[i].number.value - samples[i - 1].number.value;
    out.integral += 0.5 * (samples[i].number.value + samples[i - 1].number.value) *
                    seconds(samples[i].time - samples[i - 1].time);
    if (change == 0.0) continue;
    ++out.changes;
    out.falls = out.falls || change < 0.0;
    out.step = std::min(out.step.value_or(std::abs(change)), std::abs(change));
    if (changed) between.push_back(seconds(samples[i].time - *changed));
    changed = samples[i].time;
  }
  if (between.size() >= 2) out.update_interval = median(between);
  return out;
}

}  // namespace joulemark
