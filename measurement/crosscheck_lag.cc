#include "measurement/crosscheck_lag.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "measurement/numbers.h"
#include "measurement/statistics.h"

namespace joulemark {
namespace {

constexpr double kShortestTrace = 3.0;  // x widest lag: enough is left to compare at either end
constexpr double kAlike = 0.8;          // of the highest peak
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

struct Peak {
  double shift = 0.0;  // steps
  double height = 0.0;
};

// Vertex of the parabola through entry i and its neighbours.
Peak vertex(const std::vector<double>& r, std::size_t i, std::size_t K) {
  const double shift = static_cast<double>(i) - static_cast<double>(K);
  if (i == 0 || i + 1 == r.size()) return {shift, r[i]};
  const double slope = r[i - 1] - r[i + 1], curvature = r[i - 1] - 2.0 * r[i] + r[i + 1];
  if (curvature == 0.0) return {shift, r[i]};
  return {shift + 0.5 * slope / curvature, r[i] - slope * slope / (8.0 * curvature)};
}

bool is_maximum(const std::vector<double>& r, std::size_t i) {
  return (i == 0 || r[i] >= r[i - 1]) && (i + 1 == r.size() || r[i] >= r[i + 1]);
}

bool is_lower(const Peak& a, const Peak& b) { return a.height < b.height; }
bool is_nearer(const Peak& a, const Peak& b) { return std::fabs(a.shift) < std::fabs(b.shift); }

// The maxima that cannot be told from the highest.
std::vector<Peak> alike_peaks(const std::vector<double>& r, std::size_t K) {
  std::vector<Peak> out;
  for (std::size_t i = 0; i < r.size(); ++i)
    if (is_maximum(r, i)) out.push_back(vertex(r, i, K));
  if (out.empty()) return {Peak{}};  // no numbers
  const double least = kAlike * std::max_element(out.begin(), out.end(), is_lower)->height;
  std::erase_if(out, [&](const Peak& one) { return one.height < least; });
  return out;
}

Lag nearest(const std::vector<Peak>& alike, double step) {
  const Peak& best = *std::min_element(alike.begin(), alike.end(), is_nearer);
  Lag out{.seconds = best.shift * step, .peak = best.height, .step = step};
  out.earliest = out.latest = out.seconds;
  for (const Peak& one : alike) {
    const double seconds = one.shift * step;
    if (std::fabs(seconds) > kLargestLag) continue;
    out.earliest = std::min(out.earliest, seconds);
    out.latest = std::max(out.latest, seconds);
  }
  return out;
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
  if (!std::all_of(r.begin(), r.end(), [](double one) { return std::isfinite(one); }))
    return fail(ErrorCode::kInvalid, "the powers of the traces are beyond what arithmetic holds");
  return nearest(alike_peaks(r, K), grid->step);
}

bool is_clearer(const Lag& a, const Lag& b) {
  const auto unclear = [](const Lag& lag) { return lag.latest - lag.earliest; };
  if (a.found() != b.found()) return a.found();
  return unclear(a) != unclear(b) ? unclear(a) < unclear(b) : a.peak > b.peak;
}

Result<LatencyLimits> latency_after(const Lag& lag, const LatencyLimits& stated) {
  if (!std::isfinite(stated.min) || !std::isfinite(stated.max) || stated.min > stated.max ||
      !(lag.earliest <= lag.seconds && lag.seconds <= lag.latest) ||
      !std::isfinite(lag.latest - lag.earliest) || !is_amount(lag.step) || !std::isfinite(lag.peak))
    return fail(ErrorCode::kInvalid, "the limits of the latency or the lag are no numbers");
  if (lag.found()) return LatencyLimits{lag.earliest - lag.step, lag.latest + lag.step};
  const double middle = 0.5 * (stated.min + stated.max);
  const double half = std::max(0.5 * (stated.max - stated.min), 0.5 * kWidestUnknown);
  return LatencyLimits{middle - half, middle + half};
}

}  // namespace joulemark
