// Where U comes from, largest first.
#include <fmt/format.h>

#include <cmath>

#include "query/budget_rows.h"
#include "query/figures.h"
#include "query/html_panels.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostRows = 12;

Html row(std::string_view name, double u, std::string_view part) {
  return element("tr", Element("th").with("scope", "row").of(name) +
                           element("td", "n", small_figure(u)) + element("td", "n", part));
}

}  // namespace

Html budget_panel(const Report& report) {
  const Total& figure = report.total.figure;
  if (figure.status != Total::Status::kComplete) return {};
  const EnergyUnit unit = energy_unit(figure.headline_U);
  const double whole = figure.combined.u_c * figure.combined.u_c;
  Html rows;
  for (const BudgetRow& part : budget_rows(figure.budget, kMostRows))
    rows += row(part.name, std::sqrt(part.square) / unit.joules, part_text(part.square, whole));
  if (figure.alias_bound > 0.0)
    rows += row("worst-case aliasing", figure.alias_bound / std::sqrt(3.0) / unit.joules, "beside");
  Html head = Element("th").with("scope", "col").of("Component");
  head += Element("th").with("scope", "col").with("class", "n").of("u, " + std::string(unit.name));
  head += Element("th").with("scope", "col").with("class", "n").of("Part of u²");
  return panel(
      "uncertainty", "Uncertainty by component",
      scrolling("Uncertainty by component",
                element("table", element("thead", element("tr", head)) + element("tbody", rows))));
}

}  // namespace joulemark
