#include "measurement/crosscheck_lag.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "measurement/numbers.h"
#include "measurement/statistics.h"

namespace joulemark {
namespace {

constexpr double kShortestTrace = 3.0;  // x widest lag: enough is left to compare at either end
constexpr double kWidestUnknown = 2.0;  // s, L2 - L1 where no lag was found

std::vector<double> centred_steps(std::span<const double> power) {
  std::vector<double> steps = differences(power);
  double mean = 0.0;
  for (const double step : steps) mean += step;
  mean /= static_cast<double>(steps.size());
  for (double& step : steps) step -= mean;
  return steps;
}

double correlation(std::span<const double> a, std::span<const double> b) {
  double aa = 0.0, bb = 0.0, ab = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    aa += a[i] * a[i];
    bb += b[i] * b[i];
    ab += a[i] * b[i];
  }
  const double norm = std::sqrt(aa * bb);
  return norm > 0.0 ? ab / norm : 0.0;
}

// One entry per shift -K..K of b after a.
std::vector<double> correlations(std::span<const double> a, std::span<const double> b,
                                 std::size_t K) {
  const std::size_t n = a.size();
  std::vector<double> r;
  for (std::size_t k = K; k > 0; --k) r.push_back(correlation(a.subspan(k), b.first(n - k)));
  for (std::size_t k = 0; k <= K; ++k) r.push_back(correlation(a.first(n - k), b.subspan(k)));
  return r;
}

// Vertex of the parabola through the peak and its neighbours, in steps from the peak.
double vertex(const std::vector<double>& r, std::size_t peak) {
  if (peak == 0 || peak + 1 == r.size()) return 0.0;
  const double curvature = r[peak - 1] - 2.0 * r[peak] + r[peak + 1];
  return curvature != 0.0 ? 0.5 * (r[peak - 1] - r[peak + 1]) / curvature : 0.0;
}

}  // namespace

bool Lag::fails() const { return found() && std::fabs(seconds) > kLargestLag; }

Result<Lag> find_lag(const PowerTrace& reference, const PowerTrace& validated, double widest) {
  const auto grid = common_grid(reference, validated);
  if (!grid) return tl::unexpected(grid.error());
  const auto length = static_cast<double>(grid->reference.size() - 1) * grid->step;
  if (!is_positive(widest) || length < kShortestTrace * widest)
    return fail(ErrorCode::kInvalid, "the traces share less than three times the widest lag");
  const auto a = centred_steps(grid->reference), b = centred_steps(grid->validated);
  const auto K = static_cast<std::size_t>(std::lround(widest / grid->step));
  const std::vector<double> r = correlations(a, b, K);
  const auto peak = static_cast<std::size_t>(std::max_element(r.begin(), r.end()) - r.begin());
  const double shift = static_cast<double>(peak) - static_cast<double>(K) + vertex(r, peak);
  const Lag lag{shift * grid->step, r[peak], grid->step};
  if (!std::isfinite(lag.seconds) || !std::isfinite(lag.peak))
    return fail(ErrorCode::kInvalid, "the powers of the traces are beyond what arithmetic holds");
  return lag;
}

Result<LatencyLimits> latency_after(const Lag& lag, const LatencyLimits& stated) {
  if (!std::isfinite(stated.min) || !std::isfinite(stated.max) || stated.min > stated.max ||
      !std::isfinite(lag.seconds) || !is_amount(lag.step) || !std::isfinite(lag.peak))
    return fail(ErrorCode::kInvalid, "the limits of the latency or the lag are no numbers");
  if (lag.found()) return LatencyLimits{lag.seconds - lag.step, lag.seconds + lag.step};
  const double middle = 0.5 * (stated.min + stated.max);
  const double half = std::max(0.5 * (stated.max - stated.min), 0.5 * kWidestUnknown);
  return LatencyLimits{middle - half, middle + half};
}

}  // namespace joulemark
