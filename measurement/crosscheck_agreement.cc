#include "measurement/crosscheck_agreement.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "measurement/statistics.h"

namespace joulemark {
namespace {

constexpr std::size_t kFewestPairs = 5;  // the blocks of one level

Result<void> check_pairs(std::span<const double> x, std::span<const double> y) {
  const auto finite = [](double value) { return std::isfinite(value); };
  if (x.size() != y.size() || x.size() < kFewestPairs)
    return fail(ErrorCode::kInvalid, "a comparison of sensors needs at least 5 pairs of blocks");
  if (!std::all_of(x.begin(), x.end(), finite) || !std::all_of(y.begin(), y.end(), finite))
    return fail(ErrorCode::kInvalid, "the power of a block is no finite number");
  return {};
}

double mean_of(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

struct Moments {
  double mean_x = 0.0, mean_y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
};

Moments moments_of(std::span<const double> x, std::span<const double> y) {
  const auto n = static_cast<double>(x.size());
  Moments m{mean_of(x), mean_of(y), 0.0, 0.0, 0.0};
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double dx = x[i] - m.mean_x, dy = y[i] - m.mean_y;
    m.xx += dx * dx / n;
    m.yy += dy * dy / n;
    m.xy += dx * dy / n;
  }
  return m;
}

bool is_constant(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); });
}

// No line through blocks of one power, or without a rising trend.
std::optional<DemingLine> line_through(std::span<const double> x, std::span<const double> y) {
  if (is_constant(x) || is_constant(y)) return {};
  const Moments m = moments_of(x, y);
  if (!(m.xy > 0.0)) return {};
  const double d = m.yy - m.xx;
  const double slope = (d + std::sqrt(d * d + 4.0 * m.xy * m.xy)) / (2.0 * m.xy);
  const double intercept = m.mean_y - slope * m.mean_x;
  if (!std::isfinite(slope) || !std::isfinite(intercept)) return {};
  return DemingLine{slope, intercept, 0.0};
}

std::vector<double> without(std::span<const double> values, std::size_t index) {
  std::vector<double> rest(values.begin(), values.end());
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(index));
  return rest;
}

std::optional<double> jackknife_of_intercept(std::span<const double> x, std::span<const double> y) {
  std::vector<double> intercepts;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto line = line_through(without(x, i), without(y, i));
    if (!line) return {};
    intercepts.push_back(line->intercept);
  }
  const auto n = static_cast<double>(x.size());
  return standard_deviation(intercepts) * (n - 1.0) / std::sqrt(n);
}

}  // namespace

Result<DemingLine> deming(std::span<const double> x, std::span<const double> y) {
  if (auto checked = check_pairs(x, y); !checked) return tl::unexpected(checked.error());
  auto line = line_through(x, y);
  const auto u = line ? jackknife_of_intercept(x, y) : std::nullopt;
  if (!u || !std::isfinite(*u))
    return fail(ErrorCode::kInvalid,
                "the blocks have one power only or no common trend: no line goes through them");
  line->u_intercept = *u;
  return *line;
}

Result<BlandAltman> bland_altman(std::span<const double> x, std::span<const double> y) {
  if (auto checked = check_pairs(x, y); !checked) return tl::unexpected(checked.error());
  std::vector<double> differences;
  differences.reserve(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) differences.push_back(x[i] - y[i]);
  BlandAltman limits;
  limits.bias = mean_of(differences);
  limits.deviation = standard_deviation(differences);
  limits.low = limits.bias - 1.96 * limits.deviation;
  limits.high = limits.bias + 1.96 * limits.deviation;
  limits.mean = 0.5 * (mean_of(x) + mean_of(y));
  if (!std::isfinite(limits.low) || !std::isfinite(limits.high) || !std::isfinite(limits.mean))
    return fail(ErrorCode::kInvalid, "the powers of the blocks are beyond what arithmetic holds");
  return limits;
}

}  // namespace joulemark
