#include "query/comparisons.h"

#include <fmt/format.h>

#include <map>

#include "query/figures.h"

namespace joulemark {
namespace {

struct Comparison {
  double other = 0.0, counted = 0.0, U = 0.0;
  std::size_t nodes = 0;
};

std::map<Basis, Comparison> sums_by_basis(const Report& report) {
  std::map<Basis, Comparison> sums;
  for (const NodeReport& node : report.nodes)
    for (const OtherCover& cover : node.other_covers) {
      Comparison& sum = sums[cover.basis];
      sum.other += cover.energy;
      sum.U += cover.U;
      sum.counted += node.figure.energy;
      ++sum.nodes;
    }
  return sums;
}

std::string cover_line(Basis basis, const Comparison& sum) {
  const EnergyUnit unit = energy_unit(sum.other);
  const RoundedPair pair = rounded(sum.other, sum.U, unit.joules);
  return fmt::format(
      "also seen, not added: {} of {}: {} {} ± {} {}, {:.3f} of what was counted there",
      to_string(basis), count(sum.nodes, "node"), pair.value, unit.name, pair.uncertainty,
      unit.name, sum.other / sum.counted);
}

std::string residual_line(const std::vector<Residual>& residuals) {
  std::size_t mismatches = 0;
  for (const Residual& residual : residuals) mismatches += residual.mismatch ? 1 : 0;
  const Residual& first = residuals.front();
  return fmt::format("{}: {} of {} outside the expected {:.0f}..{:.0f} % (first: {}, {})",
                     first.what, mismatches, residuals.size(), 100.0 * first.expected->first,
                     100.0 * first.expected->second, first.node, percent(first.fraction));
}

}  // namespace

std::vector<std::string> comparison_lines(const Report& report) {
  std::vector<std::string> out;
  for (const auto& [basis, sum] : sums_by_basis(report)) out.push_back(cover_line(basis, sum));
  if (!report.total.residuals.empty()) out.push_back(residual_line(report.total.residuals));
  return out;
}

}  // namespace joulemark
