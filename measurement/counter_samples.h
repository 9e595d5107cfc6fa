// The samples of a counter as one rising count: NaN and equal times dropped (METHOD C-1), wraps
// and resets removed from energy, variance, uncovered time and resets together (C-2).
#pragma once

#include <cstddef>
#include <vector>

#include "measurement/series.h"

namespace joulemark {

struct CounterSamples {
  std::vector<double> time;           // s since the window's start, unshifted, ascending by > 1 ns
  std::vector<double> energy;         // J since the first sample
  std::vector<double> variance;       // J^2; zeros where the series has none
  std::vector<double> uncovered;      // s; likewise
  std::vector<double> resets;         // likewise
  std::vector<double> start;          // s since the window's start; empty: not known
  std::vector<double> low, high;      // W, trailing extremes; empty: not served; NaN: not here
  std::vector<std::size_t> restarts;  // i: a reset between samples i - 1 and i

  [[nodiscard]] std::size_t size() const { return time.size(); }
};

CounterSamples counter_samples(const Series& series, UtcTime origin);

}  // namespace joulemark
