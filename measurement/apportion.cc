#include "measurement/apportion.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "measurement/numbers.h"

namespace joulemark {
namespace {

// By a power of two, which is exact, so that no product overflows.
std::vector<double> scaled_weights(std::span<const double> weights) {
  const double largest = *std::max_element(weights.begin(), weights.end());
  std::vector<double> scaled(weights.begin(), weights.end());
  for (double& weight : scaled) weight = std::scalbn(weight, -std::ilogb(largest));
  return scaled;
}

// Indices by falling fractional part, ties by index.
std::vector<std::size_t> by_fraction(const std::vector<double>& raw) {
  std::vector<std::size_t> order(raw.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto fraction = [&](std::size_t i) { return raw[i] - std::floor(raw[i]); };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return fraction(a) > fraction(b); });
  return order;
}

// One millijoule a turn: to those with weight, or back from those that have some where rounding
// gave out more than there was.
void settle(std::vector<Millijoules>& shares, Millijoules rest, const std::vector<double>& weights,
            std::vector<std::size_t> order) {
  if (rest < 0) std::reverse(order.begin(), order.end());
  while (rest != 0)
    for (const std::size_t i : order) {
      if (rest == 0) return;
      if (rest > 0 ? weights[i] <= 0.0 : shares[i] <= 0) continue;
      const Millijoules one = rest > 0 ? 1 : -1;
      shares[i] += one;
      rest -= one;
    }
}

}  // namespace

Result<Millijoules> millijoules(double joules) {
  const double rounded = std::floor(1000.0 * joules + 0.5);
  if (!is_amount(joules) || rounded > static_cast<double>(kMostMillijoules))
    return fail(ErrorCode::kInvalid, "an energy is negative, too large or no number");
  return static_cast<Millijoules>(rounded);
}

Result<std::vector<Millijoules>> apportion(Millijoules total, std::span<const double> weights) {
  if (total < 0 || total > kMostMillijoules)
    return fail(ErrorCode::kInvalid, "an energy to be split is negative or too large");
  if (!std::all_of(weights.begin(), weights.end(), is_amount))
    return fail(ErrorCode::kInvalid, "a weight is negative or no finite number");
  std::vector<Millijoules> shares(weights.size(), 0);
  const bool none = std::all_of(weights.begin(), weights.end(), [](double w) { return w == 0.0; });
  if (none || total == 0) return shares;

  const std::vector<double> scaled = scaled_weights(weights);
  const double sum = std::accumulate(scaled.begin(), scaled.end(), 0.0);
  std::vector<double> raw;
  for (const double weight : scaled) raw.push_back(static_cast<double>(total) * weight / sum);
  Millijoules rest = total;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    shares[i] = static_cast<Millijoules>(std::floor(raw[i]));
    rest -= shares[i];
  }
  settle(shares, rest, scaled, by_fraction(raw));
  return shares;
}

}  // namespace joulemark
