#include "mlperf/audit/correlation.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace joulemark::mlperf {
namespace {

constexpr std::size_t kFewestCommon = 30;

std::vector<double> differences(const std::vector<double>& values) {
  std::vector<double> out;
  for (std::size_t i = 1; i < values.size(); ++i) out.push_back(values[i] - values[i - 1]);
  return out;
}

std::optional<double> pearson(std::span<const double> a, std::span<const double> b) {
  const auto n = static_cast<double>(a.size());
  double sum_a = 0.0, sum_b = 0.0, aa = 0.0, bb = 0.0, ab = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum_a += a[i];
    sum_b += b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
    ab += a[i] * b[i];
  }
  const double var_a = aa - sum_a * sum_a / n, var_b = bb - sum_b * sum_b / n;
  if (!(var_a > 0.0) || !(var_b > 0.0)) return {};
  return (ab - sum_a * sum_b / n) / std::sqrt(var_a * var_b);
}

// b moved back by lag readings.
std::optional<double> correlation_at(const std::vector<double>& a, const std::vector<double>& b,
                                     int lag) {
  const auto skip_a = static_cast<std::size_t>(std::max(0, -lag));
  const auto skip_b = static_cast<std::size_t>(std::max(0, lag));
  if (skip_a >= a.size() || skip_b >= b.size()) return {};
  const std::size_t common = std::min(a.size() - skip_a, b.size() - skip_b);
  if (common < kFewestCommon) return {};
  return pearson(std::span(a).subspan(skip_a, common), std::span(b).subspan(skip_b, common));
}

}  // namespace

std::optional<Likeness> strongest_likeness(const std::vector<double>& a,
                                           const std::vector<double>& b, int widest) {
  const std::vector<double> da = differences(a), db = differences(b);
  std::optional<Likeness> out;
  for (int lag = -widest; lag <= widest; ++lag)
    if (const auto found = correlation_at(da, db, lag);
        found && (!out || *found > out->correlation))
      out = Likeness{*found, lag};
  return out;
}

}  // namespace joulemark::mlperf
