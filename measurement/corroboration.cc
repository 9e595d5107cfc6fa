#include "measurement/corroboration.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "measurement/class.h"
#include "measurement/crosscheck_levels.h"

namespace joulemark {
namespace {

constexpr double kLeastRelativeU = 0.03;

StatedEnergy scaled_to(const StatedEnergy& window, const std::vector<double>& blocks) {
  const double energy = std::accumulate(blocks.begin(), blocks.end(), 0.0);
  return {energy, window.U / window.energy * energy};
}

struct LevelRatios {
  LevelResult level;
  std::vector<double> r;
};

Result<LevelRatios> corroborated_level(const CrosscheckLevel& level, const CrosscheckInput& input) {
  const auto r = log_ratios(level.reference, level.validated, input.ratio);
  if (!r) return tl::unexpected(r.error());
  const StatedEnergy validated = scaled_to(input.validated, level.validated);
  const auto en = en_score(scaled_to(input.reference, level.reference), validated, input.ratio);
  const auto e = equivalence(*r, input.ratio);
  if (!en) return tl::unexpected(en.error());
  if (!e) return tl::unexpected(e.error());
  const double length = static_cast<double>(r->size()) * input.block_seconds;
  return LevelRatios{{level.name, validated.energy / length, *en, *e}, *r};
}

}  // namespace

Result<Corroboration> corroborate(const CrosscheckInput& input) {
  if (auto checked = check_levels(input); !checked) return tl::unexpected(checked.error());
  const auto window = en_score(input.reference, input.validated, input.ratio);
  if (!window) return tl::unexpected(window.error());
  Corroboration result;
  result.agrees = *window <= 1.0;
  double sum = 0.0, blocks = 0.0;
  for (const CrosscheckLevel& level : input.levels) {
    const auto each = corroborated_level(level, input);
    if (!each) return fail_in("level " + level.name, each.error());
    result.agrees =
        result.agrees && each->level.en <= 1.0 && each->level.equivalence.within(kGrade5);
    sum = std::accumulate(each->r.begin(), each->r.end(), sum);
    blocks += static_cast<double>(each->r.size());
    result.levels.push_back(each->level);
  }
  result.mean_r = sum / blocks;
  const double E = result.energy = input.reference.energy;
  result.U = std::max({input.reference.U, input.ratio.rho * input.validated.U,
                       std::fabs(result.mean_r) * E, kLeastRelativeU * E});
  result.corroborated = result.agrees && result.U <= uncertainty_limit(Class::kCorroborated) * E;
  return result;
}

}  // namespace joulemark
