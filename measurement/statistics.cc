#include "measurement/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace joulemark {

double rectangular(double half_width) { return half_width / std::numbers::sqrt3; }

double spread_evenly(double width) { return width / (2.0 * std::numbers::sqrt3); }

double median(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return 0.5 * (*std::max_element(values.begin(), middle) + *middle);
}

std::vector<double> differences(std::span<const double> values) {
  std::vector<double> steps;
  if (values.size() < 2) return steps;
  steps.reserve(values.size() - 1);
  for (std::size_t i = 1; i < values.size(); ++i) steps.push_back(values[i] - values[i - 1]);
  return steps;
}

double standard_deviation(std::span<const double> values) {
  if (values.size() < 2) return 0.0;
  double sum = 0.0;
  for (const double value : values) sum += value;
  const double mean = sum / static_cast<double>(values.size());
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

}  // namespace joulemark
