// What a reading says about time: where its moment lies and whether readings see all of the load
// (METHOD S-4a, G-2, G-4, G-7).
#pragma once

#include "core/metrology.h"
#include "core/units.h"

namespace joulemark {

inline constexpr double kTimeTolerance = 1e-9;  // s, of every comparison of times
inline constexpr double kShortestRate = 0.1;    // s, of the exporter's counter rates (S-4c)

struct Timing {
  double averaging = 0.0;     // W
  double observed = 1.0;      // phi
  double interval = 0.0;      // h
  double update = 0.0;        // Tu; max(h, 1 s) where it is not known
  double unstamped = 0.0;     // the part of Tu that the time stamps do not account for: 0 if the
                              // device stamps its readings, else Tu
  double latency_mid = 0.0;   // (L1 + L2)/2
  double latency_half = 0.0;  // Lh
  double step = 0.0;          // max(h, Tu)
  bool update_known = false;
  bool contiguous = false;  // averages that leave no part of the load out
  bool alias_safe = false;  // readings at random moments, each of its own moment

  [[nodiscard]] double shift() const {  // G-2
    return 0.5 * averaging + 0.5 * unstamped + latency_mid;
  }
  [[nodiscard]] double guard() const {  // G-4
    return 0.5 * averaging + 0.5 * unstamped + latency_half;
  }
};

// interval is h in s: of the samples (G, C) or of the exporter's readings (I).
Timing timing_of(const Metrology& metrology, double interval);

// time - origin in s, subtracted in integer ns; saturates where 64 bits do not hold the difference.
double seconds_since(UtcTime origin, UtcTime time);

}  // namespace joulemark
