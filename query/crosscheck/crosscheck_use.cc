// The use of evidence on energies (METHOD X-7), block by block.
#include <algorithm>
#include <cmath>

#include "measurement/numbers.h"
#include "measurement/recombine.h"
#include "query/crosscheck/crosscheck_evidence.h"

namespace joulemark {
namespace {

// Blocks of 60 s that cover the window, the last one up to its end; one block if it is shorter.
std::vector<Window> blocks_of(const Window& window) {
  const Duration block = from_seconds(kBlock);
  if (window.end - window.start <= block) return {window};
  std::vector<Window> out;
  for (UtcTime at = window.start; at + block <= window.end; at += block)
    out.push_back({at, at + block});
  if (out.back().end < window.end) out.push_back({window.end - block, window.end});
  return out;
}

std::optional<double> energy_in(std::span<const Series* const> series, const Window& window) {
  double sum = 0.0;
  for (const Series* one : series) {
    const SeriesEnergy energy = window_energy(*one, window, 0.0);
    if (energy.refused || !is_positive(energy.energy)) return {};
    sum += energy.energy;
  }
  return sum;
}

struct BlockPower {
  double watts = 0.0, joules = 0.0;
};

Result<std::vector<BlockPower>> powers_in(std::span<const Series* const> series,
                                          const Window& window) {
  std::vector<BlockPower> out;
  for (const Window& block : blocks_of(window))
    if (const auto energy = energy_in(series, block))
      out.push_back({*energy / block.duration(), *energy});
  if (out.empty())
    return fail(ErrorCode::kNotPresent, "no minute of the window has an energy above zero");
  return out;
}

// The factor of the whole window: that of each block at its own power, weighted by its energy. A
// block below or above the mean power of the outer levels is one of their blocks: it takes theirs.
Result<CorrectionFactor> factor_over(const UnitCorrection& correction,
                                     const std::vector<BlockPower>& blocks) {
  if (correction.points.empty()) return fail(ErrorCode::kInvalid, "the correction has no levels");
  CorrectionFactor out{0.0, 0.0, kInfinity, 0.0};
  double joules = 0.0;
  for (const BlockPower& block : blocks) {
    const auto one = factor_at(correction, std::clamp(block.watts, correction.points.front().watts,
                                                      correction.points.back().watts));
    if (!one) return tl::unexpected(one.error());
    out.factor += one->factor * block.joules;
    out.u_scatter = std::max(out.u_scatter, one->u_scatter);
    out.dof = std::min(out.dof, one->dof);
    joules += block.joules;
  }
  out.factor /= joules;
  return out;
}

bool is_of_the_sensor(const UncertaintyComponent& component) {
  const std::string& name = component.name;
  return name == "gain" || name == "gain_unit" || name == "offset" || name == "offset_unit";
}

// The relative components that take the place of gain and offset.
Result<SeriesEnergy> corrected_energy(SeriesEnergy energy, double factor, const Budget& relative) {
  if (energy.refused) return energy;
  std::erase_if(energy.budget, is_of_the_sensor);
  scale(energy, factor);
  for (UncertaintyComponent component : relative) {
    component.u *= energy.energy;
    energy.budget.push_back(std::move(component));
  }
  return recombined(std::move(energy));
}

struct Replacement {
  double factor = 1.0;
  Budget relative;
};

// Components of several sensors whose sum was validated have one cause: each is in a group.
Result<Replacement> of_correction(const CrosscheckEvidence& evidence,
                                  const std::vector<BlockPower>& blocks) {
  const UnitCorrection& correction = *evidence.correction;
  const auto factor = factor_over(correction, blocks);
  if (!factor) return tl::unexpected(factor.error());
  const std::string group = "reference/" + correction.reference;
  return Replacement{
      factor->factor,
      {{"reference", correction.u_reference, kInfinity, group},
       {"ratio", correction.u_ratio, kInfinity, group + "/ratio"},
       {"crosscheck", factor->u_scatter, factor->dof, "crosscheck/" + evidence.file}}};
}

// What is left open about the unit is one unknown, however many sensors make it up.
Replacement of_transfer(const CrosscheckEvidence& evidence) {
  Replacement out{evidence.transfer->factor, evidence.transfer->in_total};
  for (UncertaintyComponent& component : out.relative)
    if (component.group.empty()) component.group = "crosscheck/unit/" + evidence.unit;
  return out;
}

}  // namespace

Result<std::pair<double, double>> block_powers(std::span<const Series* const> series,
                                               const Window& window) {
  const auto blocks = powers_in(series, window);
  if (!blocks) return tl::unexpected(blocks.error());
  const auto [low, high] = std::minmax_element(
      blocks->begin(), blocks->end(),
      [](const BlockPower& a, const BlockPower& b) { return a.watts < b.watts; });
  return std::pair{low->watts, high->watts};
}

Result<std::vector<SeriesEnergy>> corrected_by(const CrosscheckEvidence& evidence,
                                               std::span<const Series* const> series,
                                               std::vector<SeriesEnergy> energies,
                                               const Window& window) {
  if (!evidence.correction && !evidence.transfer)
    return fail(ErrorCode::kInvalid, evidence.file + ": the cross-check allows no correction");
  Result<Replacement> with = Replacement{};
  if (evidence.correction) {
    const auto blocks = powers_in(series, window);
    if (!blocks) return tl::unexpected(blocks.error());
    with = of_correction(evidence, *blocks);
  } else {
    with = of_transfer(evidence);
  }
  if (!with) return tl::unexpected(with.error());
  for (SeriesEnergy& energy : energies) {
    auto corrected = corrected_energy(std::move(energy), with->factor, with->relative);
    if (!corrected) return tl::unexpected(corrected.error());
    energy = std::move(*corrected);
  }
  return energies;
}

}  // namespace joulemark
