#include "measurement/window_energy.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "measurement/bounds.h"
#include "measurement/counter_energy.h"
#include "measurement/gauge_energy.h"
#include "measurement/refusal.h"
#include "measurement/timing.h"

namespace joulemark {
namespace {

// A column has one entry per sample or does not exist.
bool well_formed(const Series& series) {
  const std::size_t n = series.time.size();
  const auto fits = [n](const auto& column) { return column.empty() || column.size() == n; };
  return series.value.size() == n && fits(series.variance) && fits(series.uncovered) &&
         fits(series.resets) && fits(series.start) && fits(series.power_min) &&
         fits(series.power_max);
}

std::optional<Code> refused_at_once(const Series& series, const Window& window,
                                    double clock_bound) {
  if (series.metrology.power_kind != PowerKind::kReal) return Code::kApparentPower;          // S-4
  if (!(clock_bound >= 0.0 && clock_bound <= kMostClockBound)) return Code::kClockUnsynced;  // S-5
  if (!well_formed(series) || window.end <= window.start)
    return series.kind == SeriesKind::kGauge ? Code::kTooFewSamples : Code::kNoBracket;
  return {};
}

// Values beyond what arithmetic holds, or metadata that are no numbers, give no energy.
bool is_number(const SeriesEnergy& result) {
  const auto good = [](double value) { return std::isfinite(value) && value >= 0.0; };
  return good(result.energy) && good(result.headline_U) && good(result.combined.U) &&
         good(result.alias_bound) && good(result.gap_fraction) &&
         std::all_of(result.budget.begin(), result.budget.end(),
                     [&](const auto& component) { return good(component.u); });
}

void add_metadata_codes(SeriesEnergy& result, const Metrology& metrology) {
  auto& codes = result.codes;
  if (!metrology.update_interval) codes.insert(Code::kUpdateUnknown);      // S-4a
  if (has_declared_bound(metrology)) codes.insert(Code::kBoundsDeclared);  // S-4b
  if (codes.contains(Code::kAliasRisk) &&                                  // G-7
      (!has_evidence_for_both(metrology) || codes.contains(Code::kBoundsExceeded)))
    codes.insert(Code::kAliasUnbounded);
}

}  // namespace

SeriesEnergy window_energy(const Series& series, const Window& window, double clock_bound) {
  if (const auto code = refused_at_once(series, window, clock_bound))
    return refuse(*code, seconds_since(window.start, window.end));
  SeriesEnergy result = series.kind == SeriesKind::kGauge
                            ? gauge_energy(series, window, clock_bound)
                            : counter_energy(series, window, clock_bound);
  if (result.refused) return result;
  add_metadata_codes(result, series.metrology);
  result.combined = combine(result.budget);
  result.headline_U = result.codes.contains(Code::kAliasRisk)
                          ? safe_uncertainty(result.combined.U, result.alias_bound)
                          : result.combined.U;
  if (!is_number(result))
    return refuse(Code::kInsufficientResolution, seconds_since(window.start, window.end));
  return result;
}

Series without_plan(Series series) {
  const auto from_device = [](const Bound& bound) {
    return bound.source == BoundsSource::kDevice || bound.source == BoundsSource::kObserved;
  };
  auto& metrology = series.metrology;
  if (metrology.power_min && !from_device(*metrology.power_min)) metrology.power_min.reset();
  if (metrology.power_max && !from_device(*metrology.power_max)) metrology.power_max.reset();
  return series;
}

}  // namespace joulemark
