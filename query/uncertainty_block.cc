// Components of the budget, largest first, with their part of u_c squared.
#include <algorithm>
#include <cmath>

#include "query/budget_rows.h"
#include "query/figures.h"
#include "query/report_blocks.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostRows = 6;

}  // namespace

Lines uncertainty_block(const Report& report) {
  const Total& figure = report.total.figure;
  const EnergyUnit unit = energy_unit(figure.headline_U);
  Lines out{pad("UNCERTAINTY", 24) + pad_left("u " + std::string(unit.name), 9) +
            pad_left("part", 7)};
  const double whole = figure.combined.u_c * figure.combined.u_c;
  for (const BudgetRow& row : budget_rows(figure.budget, kMostRows)) {
    out.push_back("  " + pad(cut(row.name, 22), 22) +
                  pad_left(small_figure(std::sqrt(row.square) / unit.joules), 9) +
                  pad_left(part_text(row.square, whole), 7));
  }
  if (figure.alias_bound > 0.0)
    out.push_back("  " + pad("worst-case aliasing", 22) +
                  pad_left(small_figure(figure.alias_bound / std::sqrt(3.0) / unit.joules), 9) +
                  pad_left("beside", 7));
  return out;
}

}  // namespace joulemark
