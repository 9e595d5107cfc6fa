// What was counted, with its share and how it is known; other covers and residuals as information.
#include <fmt/format.h>

#include <map>

#include "query/counted_parts.h"
#include "query/figures.h"
#include "query/report_blocks.h"
#include "query/report_text.h"

namespace joulemark {
namespace {

constexpr std::size_t kWhatColumns = 44;

struct Comparison {
  double other = 0.0, counted = 0.0, U = 0.0;
  std::size_t nodes = 0;
};

std::string row(const CountedPart& part, double whole, double uncertainty, const EnergyUnit& unit) {
  return "  " + pad(cut(part.what, kWhatColumns), kWhatColumns) +
         pad_left(rounded(part.energy, uncertainty, unit.joules).value, 11) +
         pad_left(whole > 0.0 ? fmt::format("{:.1f} %", 100.0 * part.energy / whole) : "", 10) +
         "   " + part.how_known;
}

// METHOD S-1c: what other complete covers say of the nodes that have them; never added.
Lines other_covers(const Report& report) {
  std::map<Basis, Comparison> sums;
  for (const NodeReport& node : report.nodes)
    for (const OtherCover& cover : node.other_covers) {
      Comparison& sum = sums[cover.basis];
      sum.other += cover.energy;
      sum.U += cover.U;
      sum.counted += node.figure.energy;
      ++sum.nodes;
    }
  Lines out;
  for (const auto& [basis, sum] : sums) {
    const EnergyUnit unit = energy_unit(sum.other);
    const RoundedPair pair = rounded(sum.other, sum.U, unit.joules);
    out.push_back(
        fmt::format("  also seen, not added: {} of {}: {} {} ± {} {}, {:.3f} of what was "
                    "counted there",
                    to_string(basis), count(sum.nodes, "node"), pair.value, unit.name,
                    pair.uncertainty, unit.name, sum.other / sum.counted));
  }
  return out;
}

Lines residual_lines(const Report& report) {
  Lines out;
  std::size_t mismatches = 0;
  for (const Residual& residual : report.total.residuals) mismatches += residual.mismatch ? 1 : 0;
  if (report.total.residuals.empty()) return out;
  const Residual& first = report.total.residuals.front();
  out.push_back(fmt::format("  {}: {} of {} outside the expected {:.0f}..{:.0f} % (first: {}, {})",
                            first.what, mismatches, report.total.residuals.size(),
                            100.0 * first.expected->first, 100.0 * first.expected->second,
                            first.node, percent(first.fraction)));
  return out;
}

}  // namespace

Lines counted_block(const Report& report) {
  if (report.counted.empty()) return {};
  const Total& figure = report.total.figure;
  const EnergyUnit unit = energy_unit(figure.energy);
  const bool ok = figure.status == Total::Status::kComplete;
  Lines out{pad(ok ? "WHAT WAS COUNTED" : "WHAT WAS MEASURED (not the total)", kWhatColumns + 2) +
            pad_left(std::string(unit.name), 11) + pad_left(ok ? "share" : "", 10) +
            "   how known"};
  for (const CountedPart& part : report.counted)
    out.push_back(row(part, ok ? figure.energy : 0.0, figure.headline_U, unit));
  for (const std::string& what : report.not_counted)
    append(out, wrap("  not counted: " + what, kScreenColumns, 15));
  append(out, other_covers(report));
  append(out, residual_lines(report));
  return out;
}

}  // namespace joulemark
