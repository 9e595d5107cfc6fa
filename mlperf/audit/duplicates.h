// Files of one run whose readings are too much alike to be of different machines.
#pragma once

#include <string>
#include <vector>

#include "mlperf/audit/finding.h"
#include "mlperf/log/power_series.h"

namespace joulemark::mlperf {

struct NamedSeries {
  std::string name;
  const PowerSeries* readings = nullptr;
};

// DUPLICATE_SERIES: the same powers at the same times. NEAR_DUPLICATE: the same powers at other
// times (shifted), in another order (permuted), alike but for one factor to a part in a million
// (scaled), or moving together from reading to reading as no two machines do (correlation of 0.99
// at some lag: scaled, shifted, rounded, in any combination). One finding per group; of each group
// one file stands for all in the weaker likenesses. Series that hardly vary are compared for
// equality only: they are alike by themselves.
void find_duplicates(const std::vector<NamedSeries>& series, Findings& out);

}  // namespace joulemark::mlperf
