#include "query/comparisons.h"

#include <fmt/format.h>

#include <algorithm>
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

struct OtherSum {
  double energy = 0.0, U = 0.0, counted = 0.0;
  std::size_t members = 0, scopes = 0;
};

std::string other_line(const std::string& what, const OtherSum& sum) {
  const EnergyUnit unit = energy_unit(sum.energy);
  const RoundedPair pair = rounded(sum.energy, sum.U, unit.joules);
  return fmt::format(
      "also seen, not added: {}, {} of {}: {} {} ± {} {}, {:.3f} of what was counted there", what,
      count(sum.members, "member"), count(sum.scopes, "scope"), pair.value, unit.name,
      pair.uncertainty, unit.name, sum.energy / sum.counted);
}

std::vector<std::string> other_lines(const std::vector<OtherUnits>& others) {
  std::map<std::string, OtherSum> sums;
  for (const OtherUnits& other : others) {
    OtherSum& sum = sums[other.what + " (" + std::string(to_string(other.supply)) + ")"];
    sum.energy += other.energy;
    sum.U += other.U;
    sum.counted += other.energy / other.ratio;
    sum.members += other.members;
    ++sum.scopes;
  }
  std::vector<std::string> out;
  out.reserve(sums.size());
  for (const auto& [what, sum] : sums) out.push_back(other_line(what, sum));
  return out;
}

struct ResidualSum {
  std::size_t all = 0, mismatches = 0;
  const Residual* first = nullptr;
};

std::vector<std::string> residual_lines(const std::vector<Residual>& residuals) {
  std::vector<std::pair<std::string, ResidualSum>> sums;  // in the order of their first
  for (const Residual& residual : residuals) {
    auto at = std::find_if(sums.begin(), sums.end(),
                           [&](const auto& sum) { return sum.first == residual.what; });
    if (at == sums.end()) at = sums.insert(at, {residual.what, {0, 0, &residual}});
    ++at->second.all;
    if (residual.mismatch) ++at->second.mismatches;
  }
  std::vector<std::string> out;
  out.reserve(sums.size());
  for (const auto& [what, sum] : sums)
    out.push_back(fmt::format("{}: {} of {} outside the expected {:.0f}..{:.0f} % (first: {}, {})",
                              what, sum.mismatches, sum.all, 100.0 * sum.first->expected->first,
                              100.0 * sum.first->expected->second, sum.first->node,
                              percent(sum.first->fraction)));
  return out;
}

std::string share_line(const NodeReport& scope) {
  const EnergyUnit unit = energy_unit(scope.share->energy);
  const RoundedPair pair = rounded(scope.share->energy, scope.share->U, unit.joules);
  return fmt::format(
      "{} counts whole; split evenly over its {}, {} would be {} {} ± {} {} (reference-only)",
      scope.node, count(scope.feeds.size(), "node"), count(scope.share->members, "member"),
      pair.value, unit.name, pair.uncertainty, unit.name);
}

}  // namespace

std::vector<std::string> comparison_lines(const Report& report) {
  std::vector<std::string> out;
  for (const auto& [basis, sum] : sums_by_basis(report)) out.push_back(cover_line(basis, sum));
  for (const NodeReport& unit : report.nodes)
    if (unit.share) out.push_back(share_line(unit));
  for (std::string& line : other_lines(report.total.other_units)) out.push_back(std::move(line));
  for (std::string& line : residual_lines(report.total.residuals)) out.push_back(std::move(line));
  return out;
}

}  // namespace joulemark
