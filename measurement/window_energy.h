// Energy of one series in a window with its budget: METHOD S-4, G, T, C, I, A. Pure; no clock, no
// I/O.
#pragma once

#include <cstddef>
#include <optional>

#include "measurement/code.h"
#include "measurement/component.h"
#include "measurement/series.h"
#include "measurement/uncertainty.h"

namespace joulemark {

struct SeriesEnergy {
  std::optional<Code> refused;  // then only codes is meaningful, and no number may be shown (L-2)
  Codes codes;                  // includes the refusing one
  double energy = 0.0;          // J
  double duration = 0.0;        // D, s
  Budget budget;
  Combined combined;
  double alias_bound = 0.0;  // J (G-7)
  double headline_U = 0.0;   // U, or U_safe with ALIAS_RISK
  std::size_t samples = 0;   // inside the window
  double gap_fraction = 0.0;
  double longest_interval = 0.0;  // s without data
  double filled = 0.0;            // J put into uncovered time (I-4)
  double missed = 0.0;            // J put into resets (C-2)
  double edge_distance = 0.0;     // s, largest d of an EDGE_EXTRAPOLATED edge (C-6)
};

// clock_bound is delta of S-5 in seconds.
SeriesEnergy window_energy(const Series& series, const Window& window, double clock_bound);

// The same series without anything the plan said (S-4b: measured_idle, nameplate, declared
// removed).
Series without_plan(Series series);

}  // namespace joulemark
