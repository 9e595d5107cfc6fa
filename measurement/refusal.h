// A result that prints no number (METHOD L-2).
#pragma once

#include "measurement/window_energy.h"

namespace joulemark {

inline constexpr double kMostGap = 0.20;      // of D (G-6, I-4, C-2)
inline constexpr double kMostClockBound = 1;  // s (S-5)

inline SeriesEnergy refuse(Code code, double duration) {
  SeriesEnergy out;
  out.refused = code;
  out.codes = {code};
  out.duration = duration;
  return out;
}

}  // namespace joulemark
