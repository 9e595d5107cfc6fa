// How much two power logs move together.
#pragma once

#include <optional>
#include <vector>

namespace joulemark::mlperf {

struct Likeness {
  double correlation = 0.0;  // of the differences from reading to reading
  int lag = 0;               // readings by which b follows a
};

// The strongest correlation (Pearson) over lags of up to `widest` readings either way. Empty: fewer
// than 30 readings in common, or one that does not vary. Different nodes of one synchronous job
// reach 0.91 (training_results_v4.0, SMC); copies that were scaled, rounded or shifted stay near 1.
std::optional<Likeness> strongest_likeness(const std::vector<double>& a,
                                           const std::vector<double>& b, int widest);

}  // namespace joulemark::mlperf
