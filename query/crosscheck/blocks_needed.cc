#include "query/crosscheck/blocks_needed.h"

#include <algorithm>
#include <cmath>

#include "measurement/crosscheck_equivalence.h"
#include "measurement/statistics.h"
#include "measurement/student_t.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostBlocks = 10'000;
constexpr double kFewestEffectiveBlocks = 2.5, kOneSided95 = 1.645;

// Half-width of X-6 with n blocks of which `worth` of each one counts.
double half_width_with(std::size_t blocks, double worth, double deviation,
                       const ExpectedRatio& ratio) {
  const auto n = static_cast<double>(blocks);
  const double n_eff = n * worth;
  if (n_eff < kFewestEffectiveBlocks) return kInfinity;
  const double effective =
      deviation * std::sqrt(std::max(1.0, n_eff * (n - 1.0) / (n * (n_eff - 1.0))));
  return std::hypot(one_sided_factor(n_eff - 1.0) * effective / std::sqrt(n_eff),
                    kOneSided95 * ratio.u);
}

}  // namespace

std::optional<std::size_t> blocks_needed(std::span<const double> log_ratios,
                                         const ExpectedRatio& ratio, double grade) {
  const auto now = equivalence(log_ratios, ratio);
  if (!now) return {};
  const double worth = now->n_eff / static_cast<double>(now->blocks);
  const double deviation = standard_deviation(log_ratios);
  const double room = std::log1p(grade) - std::fabs(now->mean_r);
  if (kOneSided95 * ratio.u >= room) return {};
  for (std::size_t n = kFewestBlocks; n <= kMostBlocks; ++n)
    if (half_width_with(n, worth, deviation, ratio) < room) return n;
  return {};
}

}  // namespace joulemark
