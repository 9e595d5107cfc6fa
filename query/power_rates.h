// Power between successive samples of a series: what is looked at for steps of the load. A picture
// of the series, no figure.
#pragma once

#include <optional>
#include <vector>

#include "measurement/series.h"

namespace joulemark {

struct PowerRates {
  std::vector<UtcTime> middle;  // of the interval
  std::vector<double> power;    // W
};

// Appends the rates of the series; intervals with a reset or without a number have none.
void add_rates(const Series& series, PowerRates& out);
// Mean of the rates whose middle lies in [from, to); empty: there are none.
std::optional<double> mean_between(const PowerRates& rates, UtcTime from, UtcTime to);

// What counts as a step (METHOD N-0): 20 % of the range of the rates, and 10 % of their largest,
// for less is the scatter of a steady load. rates must not be empty.
double least_step(const PowerRates& rates);

}  // namespace joulemark
