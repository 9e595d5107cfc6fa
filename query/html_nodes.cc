// Nodes, worst first: those without a figure, then by U; and the sensors of a few of them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "query/counted_parts.h"
#include "query/figures.h"
#include "query/html_panels.h"
#include "query/node_ranking.h"

namespace joulemark {
namespace {

constexpr std::size_t kAllShown = 10;      // more lie behind "all nodes"
constexpr std::size_t kMostSensors = 200;  // of all nodes; more are in the JSON only

Html column(std::string_view title, bool number = false) {
  Element th("th");
  th.with("scope", "col");
  if (number) th.with("class", "n");
  return th.of(title);
}

std::string energy_text(double energy, double U) {
  const EnergyUnit unit = energy_unit(energy);
  const RoundedPair pair = rounded(energy, U, unit.joules);
  return fmt::format("{} ± {} {}", pair.value, pair.uncertainty, unit.name);
}

std::string code_list(const Codes& codes) {
  std::vector<std::string> out;
  for (const Code code : codes) out.emplace_back(to_string(code));
  return join(out, ", ");
}

std::string signed_percent(double fraction) { return fmt::format("{:+.1f} %", 100.0 * fraction); }

// key: what the column is sorted by.
Html number_cell(std::string_view shown, double key) {
  return Element("td").with("class", "n").with("data-key", fmt::format("{:.9g}", key)).of(shown);
}

Html node_row(const RankedNode& node) {
  const NodeReport& report = *node.report;
  const Total& figure = report.figure;
  Html cells = Element("th").with("scope", "row").of(report.node);
  cells += number_cell(energy_text(figure.energy, figure.headline_U), figure.energy);
  cells += number_cell(percent(node.relative_U), node.relative_U);
  cells += number_cell(percent(node.gap), node.gap);
  cells += number_cell(signed_percent(node.deviation), std::abs(node.deviation));
  cells += element("td", to_string(report.cls));
  cells += element("td", to_string(report.basis));
  cells += element("td", "codes", code_list(report.reasons));
  return element("tr", cells);
}

// Of a list rather than a table: a reason is a sentence, and narrow screens wrap it.
Html no_figure_item(const NodeReport& node) {
  const std::string why = node.why.empty() ? std::string("no energy") : node.why;
  return element("li",
                 element("strong", node.node) + text(" ") +
                     element("span", "refused", std::string(to_string(node.status)) + ": " + why) +
                     text(" ") + element("span", "codes", code_list(node.reasons)));
}

Html no_figure_list(const std::vector<const NodeReport*>& nodes, std::size_t most) {
  Html items;
  for (std::size_t i = 0; i < std::min(most, nodes.size()); ++i) items += no_figure_item(*nodes[i]);
  if (items.empty()) return {};
  return element("h3", "Without a figure") + element("ul", "without", items);
}

Html node_table(const std::vector<RankedNode>& nodes) {
  if (nodes.empty()) return {};
  Html head = column("Node") + column("Energy", true) + column("U", true) +
              column("Without data", true) + column("Against its model", true) + column("Class") +
              column("From") + column("Codes");
  Html rows;
  for (const RankedNode& node : nodes) rows += node_row(node);
  return scrolling(
      "Nodes",
      element("table", "sortable", element("thead", element("tr", head)) + element("tbody", rows)));
}

std::vector<const NodeReport*> without_figure(const Report& report) {
  std::vector<const NodeReport*> out;
  for (const NodeReport& node : report.nodes)
    if (node.lost() || (node.counted() && !(node.figure.energy > 0.0))) out.push_back(&node);
  return out;
}

template <class Key>
std::vector<RankedNode> worst(std::vector<RankedNode> nodes, Key key) {
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](const RankedNode& a, const RankedNode& b) { return key(a) > key(b); });
  return nodes;
}

template <class Key, class Word>
Html worst_list(std::string_view title, const std::vector<RankedNode>& nodes, Key key, Word word) {
  Html rows;
  std::size_t shown = 0;
  for (const RankedNode& node : worst(nodes, key)) {
    if (shown == kAllShown || !(key(node) > 0.0)) break;
    rows += element("tr", Element("th").with("scope", "row").of(node.report->node) +
                              element("td", "n", word(node)));
    ++shown;
  }
  const Html list = rows.empty() ? element("p", "none")
                                 : scrolling(title, element("table", element("tbody", rows)));
  return element("div", element("h3", title) + list);
}

Html worst_ten(const std::vector<RankedNode>& nodes) {
  const auto by_uncertainty = [](const RankedNode& node) { return node.relative_U; };
  const auto by_gap = [](const RankedNode& node) { return node.gap; };
  const auto by_deviation = [](const RankedNode& node) { return std::abs(node.deviation); };
  return element("div", "worst",
                 worst_list("By U", nodes, by_uncertainty,
                            [](const RankedNode& n) { return percent(n.relative_U); }) +
                     worst_list("By time without data", nodes, by_gap,
                                [](const RankedNode& n) { return percent(n.gap); }) +
                     worst_list("By energy against the median of its model", nodes, by_deviation,
                                [](const RankedNode& n) { return signed_percent(n.deviation); }));
}

Html sensor_row(const SeriesReport& series) {
  Html cells = Element("th").with("scope", "row").of(series.source + " " + series.sensor);
  cells += element("td", series.scope);
  cells += element("td", to_string(series.role));
  cells += series.energy.refused
               ? element("td", "n refused", "refused")
               : element("td", "n", energy_text(series.energy.energy, series.energy.headline_U));
  cells += element("td", "n", std::to_string(series.energy.samples));
  cells += element("td", to_string(series.method));
  cells += element("td", "codes", code_list(series.codes));
  return element("tr", cells);
}

Html sensors_of(const NodeReport& node) {
  Html rows;
  for (const SeriesReport& series : node.series) rows += sensor_row(series);
  const Html head = column("Sensor") + column("Scope") + column("Role") + column("Energy", true) +
                    column("Samples", true) + column("Method") + column("Codes");
  const std::string title = "Sensors of " + node.node;
  return element("details",
                 element("summary", fmt::format("{}: {}, only the counted ones add up", title,
                                                count(node.series.size(), "sensor"))) +
                     scrolling(title, element("table", element("thead", element("tr", head)) +
                                                           element("tbody", rows))));
}

Html sensors(const Report& report) {
  std::size_t all = 0;
  for (const NodeReport& node : report.nodes) all += node.series.size();
  if (all > kMostSensors)
    return element("p", "muted", fmt::format("{} series: see --output json.", all));
  Html out;
  for (const NodeReport& node : report.nodes)
    if (!node.series.empty()) out += sensors_of(node);
  if (report.nodes.size() <= kAllShown) return out;
  return Element("details")
      .with("class", "many")
      .of(element("summary", "Sensors of each node") + out);
}

}  // namespace

Html nodes_panel(const Report& report) {
  const auto nodes =
      worst(ranked_nodes(report), [](const RankedNode& node) { return node.relative_U; });
  const auto without = without_figure(report);
  if (nodes.size() + without.size() <= kAllShown)
    return panel("nodes", "Nodes, worst first",
                 no_figure_list(without, kAllShown) + node_table(nodes) + sensors(report));
  const std::string all = fmt::format("All {}", count(nodes.size() + without.size(), "node"));
  const Html folded =
      element("summary", all) + no_figure_list(without, without.size()) + node_table(nodes);
  return panel("nodes", "Nodes, worst first",
               no_figure_list(without, kAllShown) + worst_ten(nodes) +
                   Element("details").with("class", "many").of(folded) + sensors(report));
}

}  // namespace joulemark
