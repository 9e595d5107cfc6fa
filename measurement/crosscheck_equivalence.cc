#include "measurement/crosscheck_equivalence.h"

#include <algorithm>
#include <cmath>

#include "measurement/numbers.h"
#include "measurement/statistics.h"
#include "measurement/student_t.h"

namespace joulemark {
namespace {

constexpr double kFewestEffective = 2.5;
constexpr double kOneSidedNormal = 1.645;

double mean_ratio(std::span<const double> r) {
  double sum = 0.0;
  for (const double each : r) sum += each;
  return sum / static_cast<double>(r.size());
}

// Lag-1 autocorrelation with its small-sample bias removed, clipped to [0, 0.9].
double autocorrelation(std::span<const double> r, double mean) {
  double squares = 0.0, products = 0.0;
  for (std::size_t k = 0; k < r.size(); ++k) {
    squares += (r[k] - mean) * (r[k] - mean);
    if (k > 0) products += (r[k] - mean) * (r[k - 1] - mean);
  }
  const auto n = static_cast<double>(r.size());
  const double a1 = squares > 0.0 ? products / squares : 0.0;
  return std::clamp((a1 + 1.0 / n) / std::max(0.4, 1.0 - 3.0 / n), 0.0, 0.9);
}

// s_e: the deviation with the variance that the correlation hides.
double effective_deviation(std::span<const double> r, double n_eff) {
  const auto n = static_cast<double>(r.size());
  return standard_deviation(r) * std::sqrt(std::max(1.0, n_eff * (n - 1.0) / (n * (n_eff - 1.0))));
}

}  // namespace

double Equivalence::ratio() const { return std::exp(mean_r); }
double Equivalence::low() const { return std::exp(mean_r - half_width); }
double Equivalence::high() const { return std::exp(mean_r + half_width); }

bool Equivalence::within(double grade) const {
  const double limit = std::log1p(grade);
  return mean_r - half_width > -limit && mean_r + half_width < limit;
}

Result<std::vector<double>> log_ratios(std::span<const double> reference,
                                       std::span<const double> validated,
                                       const ExpectedRatio& ratio) {
  if (reference.size() != validated.size() || reference.size() < kFewestBlocks)
    return fail(ErrorCode::kInvalid, "a level needs at least 5 blocks of both sensors");
  if (!is_ratio(ratio)) return fail(ErrorCode::kInvalid, "the expected ratio is none");
  std::vector<double> r;
  for (std::size_t k = 0; k < reference.size(); ++k) {
    if (!is_positive(reference[k]) || !is_positive(validated[k]))
      return fail(ErrorCode::kInvalid, "a block has no energy above zero");
    r.push_back(std::log(reference[k] / (ratio.rho * validated[k])));
    if (!std::isfinite(r.back()))
      return fail(ErrorCode::kInvalid, "the energies of a block are too far apart for a ratio");
  }
  return r;
}

Result<Equivalence> equivalence(std::span<const double> log_ratios, const ExpectedRatio& ratio) {
  const auto finite = [](double value) { return std::isfinite(value); };
  if (log_ratios.size() < kFewestBlocks ||
      !std::all_of(log_ratios.begin(), log_ratios.end(), finite) || !is_ratio(ratio))
    return fail(ErrorCode::kInvalid, "equivalence needs at least 5 finite log ratios of blocks");
  Equivalence e;
  const auto n = static_cast<double>(log_ratios.size());
  e.blocks = log_ratios.size();
  e.mean_r = mean_ratio(log_ratios);
  const double r1 = autocorrelation(log_ratios, e.mean_r);
  e.n_eff = n * (1.0 - r1) / (1.0 + r1);
  if (e.n_eff < kFewestEffective) {
    e.u_scatter = e.half_width = kInfinity;
    return e;
  }
  e.u_scatter = effective_deviation(log_ratios, e.n_eff) / std::sqrt(e.n_eff);
  e.half_width = std::hypot(one_sided_factor(e.dof()) * e.u_scatter, kOneSidedNormal * ratio.u);
  return e;
}

}  // namespace joulemark
