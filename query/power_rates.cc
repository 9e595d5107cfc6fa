#include "query/power_rates.h"

#include <algorithm>

namespace joulemark {
namespace {

constexpr double kStepOfRange = 0.2;  // N-0
constexpr double kStepOfPower = 0.1;

}  // namespace

void add_rates(const Series& series, PowerRates& out) {
  for (std::size_t i = 1; i < series.time.size(); ++i) {
    const Duration dt = series.time[i] - series.time[i - 1];
    const double power = series.kind == SeriesKind::kGauge
                             ? 0.5 * (series.value[i] + series.value[i - 1])
                             : (series.value[i] - series.value[i - 1]) / seconds(dt);
    if (dt <= Duration{0} || !(power >= 0.0)) continue;  // a reset or no number
    out.middle.push_back(series.time[i - 1] + dt / 2);
    out.power.push_back(power);
  }
}

std::optional<double> mean_between(const PowerRates& rates, UtcTime from, UtcTime to) {
  double sum = 0.0;
  std::size_t n = 0;
  for (std::size_t i = 0; i < rates.power.size(); ++i) {
    if (rates.middle[i] < from || rates.middle[i] >= to) continue;
    sum += rates.power[i];
    ++n;
  }
  return n == 0 ? std::nullopt : std::optional(sum / static_cast<double>(n));
}

double least_step(const PowerRates& rates) {
  const auto [low, high] = std::minmax_element(rates.power.begin(), rates.power.end());
  return std::max(kStepOfRange * (*high - *low), kStepOfPower * *high);
}

}  // namespace joulemark
