#include "query/report_html.h"

#include "query/figures.h"
#include "query/html_page.h"
#include "query/html_panels.h"

namespace joulemark {
namespace {

std::string title(const Report& report) {
  const Total& figure = report.total.figure;
  std::string out = is_simulated(report) ? "SIMULATED: " : "";
  if (figure.status == Total::Status::kComplete) {
    const EnergyUnit unit = energy_unit(figure.energy);
    const RoundedPair pair = rounded(figure.energy, figure.headline_U, unit.joules);
    out += pair.value + " ± " + pair.uncertainty + " " + std::string(unit.name);
  } else {
    out += figure.status == Total::Status::kIncomplete ? "INCOMPLETE" : "REFUSED";
  }
  return out + ", joulemark report " + report.id.substr(0, 8);
}

// Beside each other where there is room; alone where the other says nothing.
Html columns(Markup cls, const Html& left, const Html& right) {
  if (left.empty() || right.empty()) return left + right;
  return element("div", cls, element("div", left) + element("div", right));
}

Html body(const Report& report, const PowerPicture& trace) {
  const Html main =
      columns("columns", power_panel(report, trace), counted_panel(report) + advice_panel(report)) +
      evidence_panel(report) + columns("columns wide", budget_panel(report), nodes_panel(report)) +
      split_panel(report) + reasons_panel(report) + declared_panel(report);
  return headline_band(report) + element("main", main) + provenance(report);
}

}  // namespace

Html panel(Markup id, std::string_view title, const Html& content) {
  const std::string heading = std::string(id.text()) + "-title";
  return Element("section")
      .with("id", id.text())
      .with("aria-labelledby", heading)
      .of(Element("h2").with("id", heading).of(title) + content);
}

Html fact(std::string_view name, const Html& value) {
  return element("div", element("dt", name) + element("dd", value));
}

Html fact(std::string_view name, std::string_view value) { return fact(name, text(value)); }

Html scrolling(std::string_view label, const Html& table) {
  return Element("div")
      .with("class", "scroll")
      .with("role", "region")
      .with("tabindex", "0")
      .with("aria-label", label)
      .of(table);
}

std::string report_to_html(const Report& report, const PowerPicture& trace) {
  return html_page(title(report), body(report, trace));
}

}  // namespace joulemark
