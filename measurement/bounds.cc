#include "measurement/bounds.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace joulemark {
namespace {

// A bound that is no number or negative says nothing.
std::optional<Bound> stated(const std::optional<Bound>& bound) {
  if (!bound || !std::isfinite(bound->watts.value()) || bound->watts.value() < 0.0) return {};
  return bound;
}

void apply_low(PowerLimits& limits, const Bound& bound, double seen, Codes& codes) {
  const double watts = bound.watts.value();
  if (watts > seen) {
    codes.insert(Code::kBoundsExceeded);
  } else if (is_evidence(bound)) {
    limits.range.low = watts;
    limits.low_known = true;
  } else {
    limits.range.low = std::min(limits.range.low, watts);
  }
}

void apply_high(PowerLimits& limits, const Bound& bound, double seen, Codes& codes) {
  const double watts = bound.watts.value();
  if (watts < seen) {
    codes.insert(Code::kBoundsExceeded);
  } else if (is_evidence(bound)) {
    limits.range.high = watts;
    limits.high_known = true;
  } else {
    limits.range.high = std::max(limits.range.high, watts);
  }
}

}  // namespace

double PowerRange::distance_from(double power) const {
  return std::max({high - power, power - low, 0.0});
}

PowerLimits power_limits(const Metrology& metrology, const PowerRange& seen,
                         const PowerRange& fallback, Codes& codes) {
  PowerLimits limits{fallback};
  if (const auto bound = stated(metrology.power_min)) apply_low(limits, *bound, seen.low, codes);
  if (const auto bound = stated(metrology.power_max)) apply_high(limits, *bound, seen.high, codes);
  if (limits.range.low > limits.range.high) {
    codes.insert(Code::kBoundsExceeded);
    return {fallback};
  }
  return limits;
}

bool is_evidence(const Bound& bound) {
  return bound.source == BoundsSource::kMeasuredIdle || bound.source == BoundsSource::kNameplate ||
         bound.source == BoundsSource::kDevice;
}

std::optional<double> ceiling_of(const Metrology& metrology) {
  const auto bound = stated(metrology.power_max);
  if (bound && is_evidence(*bound)) return bound->watts.value();
  if (metrology.ceiling && std::isfinite(metrology.ceiling->value()))
    return metrology.ceiling->value();
  return {};
}

bool has_declared_bound(const Metrology& metrology) {
  const auto declared = [](const std::optional<Bound>& bound) {
    return bound && bound->source == BoundsSource::kDeclared;
  };
  return declared(metrology.power_min) || declared(metrology.power_max);
}

bool has_evidence_for_both(const Metrology& metrology) {
  const auto evidence = [](const std::optional<Bound>& bound) {
    return stated(bound) && is_evidence(*bound);
  };
  return evidence(metrology.power_min) && evidence(metrology.power_max);
}

}  // namespace joulemark
