// Mean power of one series in equal parts of a window.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "measurement/series.h"

namespace joulemark {

// The shortest round number of seconds that makes at most `most` bins of duration and is not below
// `least`.
double bin_width(double duration, double least, std::size_t most);

// The last bin ends with the window: half a bin to one and a half. W; empty where a part of the bin
// is a gap: outside the samples, uncovered or reset (METHOD I-4, C-2), an interval between gauge
// readings above gmax (G-6), or between counter samples above what INTERVAL_TOO_LONG allows: its
// energy is known, but not when it flowed.
std::vector<std::optional<double>> binned_power(const Series& series, const Window& window,
                                                double bin);

// Adds bin by bin; a gap in either is a gap of the sum. An empty sum takes the other.
void add_power(std::vector<std::optional<double>>& sum,
               const std::vector<std::optional<double>>& other);

}  // namespace joulemark
