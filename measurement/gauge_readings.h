// Which samples of a gauge are readings, and which of them lie inside the window (METHOD G-1 to
// G-4).
#pragma once

#include <span>
#include <vector>

#include "measurement/code.h"
#include "measurement/series.h"
#include "measurement/timing.h"

namespace joulemark {

struct GaugeReadings {
  std::vector<double> time;   // s since the window's start, ascending by more than 1 ns
  std::vector<double> power;  // W
};

// G-1. Of equal times the first is kept; a reading earlier than the one before it is none.
GaugeReadings gauge_readings(const Series& series, UtcTime origin, Codes& codes);

// The readings that lie inside with their guard, after the shift and the correction of rounding.
struct InsideReadings {
  std::span<const double> time, power;
};
InsideReadings inside_readings(GaugeReadings& readings, const Metrology& metrology,
                               const Timing& timing, double duration);

}  // namespace joulemark
