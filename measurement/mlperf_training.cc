#include "measurement/mlperf_training.h"

#include <algorithm>
#include <cmath>

#include "measurement/numbers.h"
#include "measurement/timing.h"

namespace joulemark {
namespace {

Result<void> check_readings(const Series& series, const Window& window) {
  const char* why = nullptr;
  if (series.kind != SeriesKind::kGauge || series.metrology.power_kind != PowerKind::kReal)
    why = "the MLPerf Training formula needs readings of real power";
  else if (window.end <= window.start)
    why = "the window has no length";
  else if (series.time.size() != series.value.size() ||
           !std::is_sorted(series.time.begin(), series.time.end()))
    why = "the readings have no ascending times";
  if (why != nullptr) return fail(ErrorCode::kInvalid, why);
  return {};
}

}  // namespace

Result<double> mlperf_training_joules(const Series& series, const Window& window) {
  if (auto checked = check_readings(series, window); !checked)
    return tl::unexpected(checked.error());
  double joules = 0.0;
  UtcTime previous = window.start;
  for (std::size_t i = 0; i < series.time.size() && previous < window.end; ++i) {
    if (series.time[i] <= previous || !is_amount(series.value[i])) continue;
    joules += series.value[i] * seconds_since(previous, series.time[i]);
    previous = series.time[i];
  }
  if (previous < window.end)
    return fail(ErrorCode::kNotPresent, "no reading covers the end of the window");
  if (!std::isfinite(joules))
    return fail(ErrorCode::kInvalid, "the readings are beyond what arithmetic holds");
  return joules;
}

bool mlperf_differs(double mlperf_joules, double energy, double U) {
  return !(std::fabs(mlperf_joules - energy) <= U);
}

}  // namespace joulemark
