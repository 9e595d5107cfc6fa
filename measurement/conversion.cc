#include "measurement/conversion.h"

#include <utility>

#include "measurement/numbers.h"
#include "measurement/recombine.h"
#include "measurement/statistics.h"
#include "measurement/student_t.h"

namespace joulemark {
namespace {

constexpr double kUsualLow = 0.85, kUsualHigh = 0.97;  // S-2R

Result<void> check_limits(const EfficiencyLimits& limits) {
  if (is_positive(limits.low) && limits.low <= limits.high && limits.high <= 1.0 &&
      limits.dof > 0.0)
    return {};
  return fail(ErrorCode::kInvalid, "the efficiency limits of a power supply (" + limits.psu_model +
                                       ") are not 0 < low <= high <= 1");
}

// The middle of two factors and the rectangular distribution between them.
ConversionFactor between(double low, double high, double dof) {
  const double u = rectangular(0.5 * (high - low));
  return {0.5 * (low + high), u, coverage_factor(dof) * u};
}

Result<SeriesEnergy> convert(SeriesEnergy energy, const ConversionFactor& factor,
                             const EfficiencyLimits& limits) {
  const double before = energy.energy;
  scale(energy, factor.value);
  energy.budget.push_back(
      {"efficiency", before * factor.u, limits.dof, "efficiency/" + limits.psu_model, {}});
  return recombined(std::move(energy));
}

}  // namespace

Result<ConversionFactor> dc_to_ac_factor(const EfficiencyLimits& limits) {
  if (auto checked = check_limits(limits); !checked) return tl::unexpected(checked.error());
  return between(1.0 / limits.high, 1.0 / limits.low, limits.dof);
}

Result<ConversionFactor> ac_to_dc_factor(const EfficiencyLimits& limits) {
  if (auto checked = check_limits(limits); !checked) return tl::unexpected(checked.error());
  return between(limits.low, limits.high, limits.dof);
}

Result<SeriesEnergy> dc_to_ac(SeriesEnergy energy, const EfficiencyLimits& limits) {
  const auto factor = dc_to_ac_factor(limits);
  if (!factor) return tl::unexpected(factor.error());
  if (energy.refused) return energy;
  return convert(std::move(energy), *factor, limits);
}

Result<SeriesEnergy> ac_to_dc(SeriesEnergy energy, const EfficiencyLimits& limits) {
  const auto factor = ac_to_dc_factor(limits);
  if (!factor) return tl::unexpected(factor.error());
  if (energy.refused) return energy;
  if (factor->value < kUsualLow || factor->value > kUsualHigh)
    energy.codes.insert(Code::kEfficiencyUnusual);
  return convert(std::move(energy), *factor, limits);
}

}  // namespace joulemark
