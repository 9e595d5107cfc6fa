// What readings of one value over a while tell: digits, step, how often it changes, whether a
// counter keeps rising.
#pragma once

#include <optional>
#include <vector>

#include "sources/redfish/client/probe.h"

namespace joulemark {

struct ValueStatistics {
  std::size_t readings = 0, changes = 0;
  std::optional<int> decimals;            // the most that were written
  std::optional<double> step;             // least change seen, in the unit of the number
  std::optional<double> update_interval;  // s, median time between changes; needs three of them
  bool falls = false;                     // a reading was below the one before
  double first = 0.0, last = 0.0;         // in the unit of the number
  double span = 0.0;                      // s from the first reading to the last
  double integral = 0.0;                  // trapezoidal, unit x s
};

// first: what discovery read; its digits count.
ValueStatistics statistics_of(const redfish::Measured& first,
                              const std::vector<redfish::ProbeSample>& samples);

}  // namespace joulemark
