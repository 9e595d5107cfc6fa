#include "measurement/classify.h"

#include <algorithm>
#include <cmath>

#include "measurement/timing.h"

namespace joulemark {
namespace {

constexpr double kLateScrape = 1.02;

// F-1
constexpr double kCounterSteps = 1000.0;     // q <= E/1000
constexpr double kSlowestUpdate = 1.0;       // s
constexpr double kSlowestScrape = 5.0;       // s
constexpr double kSlowestAverage = 1.0;      // s
constexpr double kSlowestIntegration = 0.1;  // s, 10 Hz
// F-2, F-3, F-4
constexpr double kShortestWindow = 60.0, kAdvisedWindow = 600.0;  // s
constexpr double kFewestSamples = 60.0;
constexpr double kLongestInterval = 5.0;  // s
constexpr double kIntervals = 3.0;
constexpr double kClockLimitShort = 0.1, kClockLimitLong = 0.5;  // s
// F-5, fraction of E
constexpr double kBudgetCalibrated = 0.005, kBudgetCrossValidated = 0.015;
// L-5
constexpr double kGapInforms = 0.01, kGapVendorStated = 0.05;
constexpr double kEdgeInforms = 5.0, kEdgeParts = 60.0;  // d > max(5 s, D/60)
constexpr double kTickInforms = 0.10;

bool within(double interval, double limit) { return interval <= limit * kLateScrape; }

double reading_interval(const Series& series, double scrape_interval) {
  const auto& own = series.metrology.sampling_interval;
  return series.kind == SeriesKind::kIntegrated && own ? seconds(*own) : scrape_interval;
}

bool counter_is_fine(const Series& series, double energy) {
  const Metrology& m = series.metrology;
  return m.resolution <= energy / kCounterSteps && m.update_interval &&
         seconds(*m.update_interval) <= kSlowestUpdate;
}

bool interval_too_long(const Series& series, const SeriesEnergy& energy, double scrape_interval) {
  const auto& own = series.metrology.sampling_interval;
  const double late = std::max(0.02 * kLongestInterval, own ? seconds(*own) : 0.0);
  return energy.longest_interval > kIntervals * scrape_interval + late ||
         energy.longest_interval > kLongestInterval + late;
}

double headline_relative(const SeriesEnergy& energy) {
  return energy.energy > 0.0 ? energy.headline_U / energy.energy : kInfinity;
}

Class worse(Class a, Class b) { return std::max(a, b); }

Class cap_of_gap(double fraction) {
  if (fraction <= kGapInforms) return Class::kCalibrated;
  return fraction <= kGapVendorStated ? Class::kVendorStated : Class::kReferenceOnly;
}

Class reference_only_if(bool condition) {
  return condition ? Class::kReferenceOnly : Class::kCalibrated;
}

// Rows of L-5 whose cap depends on an amount; the others have a fixed one.
Class cap_of(Code code, const SeriesEnergy& energy, double samples) {
  switch (code) {
    case Code::kGap:
      return cap_of_gap(energy.gap_fraction);
    case Code::kEdgeExtrapolated:
      return reference_only_if(energy.edge_distance >
                               std::max(kEdgeInforms, energy.duration / kEdgeParts));
    case Code::kTickLimited:
      return reference_only_if(headline_relative(energy) > kTickInforms);
    case Code::kWindowTooShort:
      return reference_only_if(energy.duration < kShortestWindow || samples < kFewestSamples);
    case Code::kBudgetExceeded:
      return class_of_sampling_budget(energy.budget, energy.energy);
    default:
      return effect_of(code) == Effect::kCap ? joulemark::cap_of(code) : Class::kCalibrated;
  }
}

// Integration, edge and gap of one series; equal names add linearly, as their groups do.
double sampling_uncertainty(const Budget& budget) {
  double integration = 0.0, edge = 0.0, gap = 0.0;
  for (const UncertaintyComponent& component : budget) {
    if (component.name == "integration") integration += component.u;
    if (component.name == "edge") edge += component.u;
    if (component.name == "gap") gap += component.u;
  }
  return std::hypot(integration, edge, gap);
}

}  // namespace

bool meets_sampling(const Series& series, const SeriesEnergy& energy, double scrape_interval) {
  const double interval = reading_interval(series, scrape_interval);
  const Timing timing = timing_of(series.metrology, interval);
  switch (series.kind) {
    case SeriesKind::kCounter:
      return counter_is_fine(series, energy.energy) && within(scrape_interval, kSlowestScrape);
    case SeriesKind::kGauge:
      return timing.contiguous && within(interval, kSlowestAverage);
    case SeriesKind::kIntegrated:
      return (timing.contiguous && within(interval, kSlowestAverage)) ||
             (timing.alias_safe && within(interval, kSlowestIntegration));
  }
  return false;
}

double samples_in_window(const Series& series, const SeriesEnergy& energy, double scrape_interval) {
  if (!series.edges_only || scrape_interval <= 0.0) return static_cast<double>(energy.samples);
  return energy.duration / scrape_interval;
}

Codes metadata_codes(const Metrology& metrology) {
  Codes codes;
  const AccuracySource source = metrology.accuracy.source;
  if (source == AccuracySource::kClassDefault || source == AccuracySource::kNone)
    codes.insert(Code::kClassDefaultAccuracy);
  if (metrology.filtered) codes.insert(Code::kSensorFiltered);
  return codes;
}

Codes sampling_codes(const Series& series, const SeriesEnergy& energy, double scrape_interval,
                     double clock_bound) {
  Codes codes = metadata_codes(series.metrology);
  const auto add_if = [&](bool condition, Code code) {
    if (condition) codes.insert(code);
  };
  if (energy.refused) return codes;
  const double D = energy.duration;
  add_if(!meets_sampling(series, energy, scrape_interval), Code::kSamplingTooSlow);
  add_if(D < kAdvisedWindow || samples_in_window(series, energy, scrape_interval) < kFewestSamples,
         Code::kWindowTooShort);
  add_if(!series.edges_only && interval_too_long(series, energy, scrape_interval),
         Code::kIntervalTooLong);
  add_if(clock_bound > (D < kAdvisedWindow ? kClockLimitShort : kClockLimitLong),
         Code::kClockBoundHigh);
  add_if(
      class_of_sampling_budget(energy.budget, energy.energy) > class_of_accuracy(series.metrology),
      Code::kBudgetExceeded);
  return codes;
}

Class class_of_accuracy(const Metrology& metrology) {
  switch (metrology.accuracy.source) {
    case AccuracySource::kCertificate:
      return Class::kCalibrated;
    case AccuracySource::kDevice:
    case AccuracySource::kDatasheet:
      return Class::kVendorStated;
    case AccuracySource::kClassDefault:
    case AccuracySource::kNone:
      break;
  }
  return Class::kReferenceOnly;
}

Class cap_of_series(const SeriesEnergy& energy, const Codes& codes, double samples) {
  Class cap = energy.refused ? Class::kReferenceOnly : Class::kCalibrated;
  for (Code code : codes) cap = worse(cap, cap_of(code, energy, samples));
  return cap;
}

Class cap_of_series(const SeriesEnergy& energy, const Codes& codes) {
  return cap_of_series(energy, codes, static_cast<double>(energy.samples));
}

Class cap_of_codes(const Codes& codes) {
  Class cap = Class::kCalibrated;
  for (Code code : codes)
    if (effect_of(code) == Effect::kCap) cap = worse(cap, cap_of(code));
  return cap;
}

Class class_of_sampling_budget(const Budget& budget, double energy) {
  const double u = sampling_uncertainty(budget);
  if (u <= kBudgetCalibrated * energy) return Class::kCalibrated;
  return u <= kBudgetCrossValidated * energy ? Class::kCrossValidated : Class::kVendorStated;
}

}  // namespace joulemark
