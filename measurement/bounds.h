// Limits of the power where nothing is seen, and what counts as evidence for them (METHOD S-4b).
#pragma once

#include <optional>

#include "core/metrology.h"
#include "measurement/code.h"

namespace joulemark {

struct PowerRange {
  double low = 0.0, high = 0.0;  // W
  // Largest distance of a power inside from either limit, never negative.
  [[nodiscard]] double distance_from(double power) const;
};

// PL and PH. *_known: the limit is evidence (measured idle, nameplate, device), not a default.
struct PowerLimits {
  PowerRange range;
  bool low_known = false, high_known = false;
  [[nodiscard]] double width() const { return range.high - range.low; }
};

// Evidence replaces the fallback, a declared bound only widens it. A bound that what was seen
// violates is dropped with BOUNDS_EXCEEDED; so are two that contradict each other. seen.low is the
// smallest and seen.high the largest power seen, each already relaxed by its tolerance.
PowerLimits power_limits(const Metrology& metrology, const PowerRange& seen,
                         const PowerRange& fallback, Codes& codes);

// measured_idle, nameplate and device may narrow; anything else may not.
bool is_evidence(const Bound& bound);
// More than this is not physical (C-2): p_max with evidence, else the ceiling of the class; W.
std::optional<double> ceiling_of(const Metrology& metrology);
bool has_declared_bound(const Metrology& metrology);
bool has_evidence_for_both(const Metrology& metrology);

}  // namespace joulemark
