// Figures of a run of samples.
#pragma once

#include <optional>
#include <vector>

#include "benchmarks/gpu_probe/reader.h"

namespace joulemark::probe {

using Samples = std::vector<Sample>;
using Value = std::optional<double> Sample::*;

// s between changes of a value: the median; and the smallest step that is not zero, in its unit.
struct Updates {
  std::size_t changes = 0;
  double period = 0.0, shortest = 0.0, longest = 0.0, step = 0.0;
};
Updates updates_of(const Samples& samples, Value value);

// J between the first and the last change of the counter, over the time between them: W. Empty: it
// changed less than twice.
std::optional<double> counter_watts(const Samples& samples);
// Mean of a power over time, W: each value holds until the next. Empty: there is none.
std::optional<double> mean_watts(const Samples& samples, Value value);

double percentile(std::vector<double> values, double share);  // share in 0 to 1; 0 for none

}  // namespace joulemark::probe
