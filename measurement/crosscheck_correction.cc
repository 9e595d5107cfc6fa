#include "measurement/crosscheck_correction.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "measurement/numbers.h"
#include "measurement/recombine.h"

namespace joulemark {
namespace {

constexpr double kSamePower = 1e-9;  // relative: a level's own power lies within the range

bool is_of_accuracy(const UncertaintyComponent& component) {
  const std::string& name = component.name;
  return name == "gain" || name == "gain_unit" || name == "offset" || name == "offset_unit";
}

std::vector<CorrectionPoint> points_by_power(const CrosscheckResult& crosscheck) {
  std::vector<CorrectionPoint> points;
  points.reserve(crosscheck.levels.size());
  for (const LevelResult& level : crosscheck.levels) {
    const Equivalence& e = level.equivalence;
    points.push_back({level.watts, e.mean_r, e.u_scatter, e.dof()});
  }
  std::sort(points.begin(), points.end(),
            [](const auto& a, const auto& b) { return a.watts < b.watts; });
  return points;
}

bool is_curve(const std::vector<CorrectionPoint>& points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!is_positive(points[i].watts) || !std::isfinite(points[i].mean_r) ||
        !is_amount(points[i].u_scatter) || !(points[i].dof > 0.0))
      return false;
    if (i > 0 && !(points[i].watts > points[i - 1].watts)) return false;
  }
  return !points.empty();
}

bool is_tested(const std::vector<CorrectionPoint>& points, double watts) {
  return watts >= points.front().watts * (1.0 - kSamePower) &&
         watts <= points.back().watts * (1.0 + kSamePower);
}

CorrectionFactor between(const CorrectionPoint& a, const CorrectionPoint& b, double watts) {
  const double f = std::clamp((watts - a.watts) / (b.watts - a.watts), 0.0, 1.0);
  CorrectionFactor factor;
  factor.factor = std::lerp(std::exp(a.mean_r), std::exp(b.mean_r), f);
  factor.u_scatter = std::max(a.u_scatter, b.u_scatter);
  factor.dof = std::min(a.dof, b.dof);
  return factor;
}

CorrectionFactor around(const std::vector<CorrectionPoint>& points, double watts) {
  if (points.size() == 1)
    return {std::exp(points[0].mean_r), points[0].u_scatter, points[0].dof, 0.0};
  std::size_t i = 1;
  while (i + 1 < points.size() && points[i].watts < watts) ++i;
  return between(points[i - 1], points[i], watts);
}

}  // namespace

Result<UnitCorrection> unit_correction(const CrosscheckResult& crosscheck,
                                       const ExpectedRatio& ratio, double u_reference,
                                       std::string reference) {
  if (crosscheck.verdict != CrosscheckVerdict::kAgree &&
      crosscheck.verdict != CrosscheckVerdict::kAgree5)
    return fail(ErrorCode::kInvalid, "only a cross-check that agrees corrects a sensor");
  if (!is_amount(u_reference) || !is_ratio(ratio))
    return fail(ErrorCode::kInvalid, "the uncertainty of the reference or the ratio is no number");
  UnitCorrection correction{points_by_power(crosscheck), u_reference, ratio.u,
                            std::move(reference)};
  if (!is_curve(correction.points))
    return fail(ErrorCode::kInvalid, "two levels have the same power, or one has no correction");
  return correction;
}

Result<CorrectionFactor> factor_at(const UnitCorrection& correction, double watts) {
  if (!is_curve(correction.points) || !is_positive(watts) || !is_amount(correction.u_reference) ||
      !is_amount(correction.u_ratio))
    return fail(ErrorCode::kInvalid, "there is no correction, or no power above zero to correct");
  if (!is_tested(correction.points, watts))
    return fail(ErrorCode::kNotPresent, "the power lies outside the levels that were tested");
  CorrectionFactor factor = around(correction.points, watts);
  factor.u_relative = std::hypot(correction.u_reference, factor.u_scatter, correction.u_ratio);
  return factor;
}

Result<SeriesEnergy> corrected(SeriesEnergy energy, const UnitCorrection& correction) {
  if (energy.refused) return energy;
  const auto factor = factor_at(correction, energy.energy / energy.duration);
  if (!factor) return tl::unexpected(factor.error());
  std::erase_if(energy.budget, is_of_accuracy);
  scale(energy, factor->factor);
  const double E = energy.energy;
  const std::string group = "reference/" + correction.reference;
  energy.budget.push_back({"reference", correction.u_reference * E, kInfinity, group, {}});
  energy.budget.push_back({"ratio", correction.u_ratio * E, kInfinity, group + "/ratio", {}});
  energy.budget.push_back({"crosscheck", factor->u_scatter * E, factor->dof, {}, {}});
  return recombined(std::move(energy));
}

Result<double> expanded_by_bias(double U, double energy, double mean_r) {
  const double widened = U + std::fabs(std::expm1(mean_r)) * energy;
  if (!is_amount(U) || !is_amount(energy) || !is_amount(widened))
    return fail(ErrorCode::kInvalid, "the bias of a sensor needs an energy, its U and a mean r");
  return widened;
}

}  // namespace joulemark
