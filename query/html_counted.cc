// What was counted, with its share and how it is known; what other meters say of the same.
#include <fmt/format.h>

#include "query/comparisons.h"
#include "query/figures.h"
#include "query/html_panels.h"

namespace joulemark {
namespace {

// As wide as the share; beside its number, so not for screen readers.
Html bar(double share) {
  const Html filled = Element("rect")
                          .with("width", fmt::format("{:.1f}%", 100.0 * share))
                          .with("height", "6")
                          .alone();
  return Element("svg")
      .with("class", "bar")
      .with("height", "6")
      .with("aria-hidden", "true")
      .of(filled);
}

Html row(const CountedPart& part, const Total& figure, const EnergyUnit& unit) {
  const bool ok = figure.status == Total::Status::kComplete && figure.energy > 0.0;
  const double share = ok ? part.energy / figure.energy : 0.0;
  Html what = text(part.what) + (ok ? bar(share) : Html()) + element("small", part.how_known);
  Html cells = Element("th").with("scope", "row").of(what);
  cells += element("td", "n", rounded(part.energy, figure.headline_U, unit.joules).value);
  if (ok) cells += element("td", "n", fmt::format("{:.1f} %", 100.0 * share));
  return part.estimated ? element("tr", "estimated", cells) : element("tr", cells);
}

Html head(const EnergyUnit& unit, bool ok) {
  Html cells = Element("th").with("scope", "col").of("Part");
  cells += Element("th").with("scope", "col").with("class", "n").of(unit.name);
  if (ok) cells += Element("th").with("scope", "col").with("class", "n").of("Share");
  return element("thead", element("tr", cells));
}

Html remarks(const Report& report) {
  Html items;
  for (const std::string& what : report.not_counted)
    items += element("li", element("strong", "Not counted: ") + text(what));
  for (const std::string& line : comparison_lines(report)) items += element("li", line);
  return items.empty() ? Html() : element("ul", "remarks", items);
}

}  // namespace

Html counted_panel(const Report& report) {
  if (report.counted.empty()) return {};
  const Total& figure = report.total.figure;
  const EnergyUnit unit = energy_unit(figure.energy);
  const bool ok = figure.status == Total::Status::kComplete;
  Html rows;
  for (const CountedPart& part : report.counted) rows += row(part, figure, unit);
  const std::string_view title = ok ? "What was counted" : "What was measured (not the total)";
  return panel("counted", title,
               scrolling(title, element("table", head(unit, ok) + element("tbody", rows))) +
                   remarks(report));
}

}  // namespace joulemark
