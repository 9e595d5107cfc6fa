// The few statistics that the rules share.
#pragma once

#include <span>
#include <vector>

namespace joulemark {

// Standard uncertainty of limits +-half_width (rectangular, GUM 4.3.7).
double rectangular(double half_width);
// Standard deviation of a value spread evenly over a width.
double spread_evenly(double width);

// Mean of the two middle values for an even count; 0 for none. Takes its own copy to reorder.
double median(std::vector<double> values);
// Differences of successive values.
std::vector<double> differences(std::span<const double> values);
// n - 1 in the denominator; 0 for fewer than two values.
double standard_deviation(std::span<const double> values);

}  // namespace joulemark
