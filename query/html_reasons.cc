// Reason codes with their meaning and remedy; what to do; where all of it came from.
#include <fmt/format.h>

#include "core/time_text.h"
#include "measurement/defaults.h"
#include "query/code_order.h"
#include "query/figures.h"
#include "query/headline_words.h"
#include "query/html_panels.h"
#include "query/version.h"

namespace joulemark {
namespace {

constexpr std::size_t kNamed = 5;

std::string owners(const Report& report, Code code) {
  std::vector<std::string> names;
  for (const NodeReport& node : report.nodes)
    if (node.reasons.contains(code)) names.push_back(node.node);
  if (names.empty()) return "the total";
  if (names.size() == report.nodes.size() && names.size() > 1) return "every node";
  return name_list(names, kNamed);
}

std::string effect_text(Code code) {
  switch (effect_of(code)) {
    case Effect::kRefuse:
    case Effect::kRefuseComparison:
    case Effect::kRefuseTotal:
    case Effect::kError:
      return "refuses a figure";
    case Effect::kCap:
      return "at best " + std::string(to_string(cap_of(code)));
    case Effect::kInform:
      break;
  }
  return "in U, or by its amount";
}

Html row(const Report& report, Code code) {
  return element("tr", Element("th").with("scope", "row").of(element("code", to_string(code))) +
                           element("td", meaning_of(code)) + element("td", owners(report, code)) +
                           element("td", effect_text(code)) + element("td", remedy_of(code)));
}

Html column(std::string_view title) { return Element("th").with("scope", "col").of(title); }

Html fact(std::string_view name, std::string_view value) {
  return element("div", element("dt", name) + element("dd", value));
}

}  // namespace

Html reasons_panel(const Report& report) {
  const auto codes = by_seriousness(report.total.reasons);
  if (codes.empty()) return {};
  Html rows;
  for (const Code code : codes) rows += row(report, code);
  const Html head =
      element("thead", element("tr", column("Code") + column("Meaning") + column("Of") +
                                         column("Effect") + column("Remedy")));
  return panel("reasons", "Reason codes",
               scrolling("Reason codes", element("table", head + element("tbody", rows))));
}

Html advice_panel(const Report& report) {
  Html items;
  for (const std::string& line : report.advice) items += element("li", line);
  return items.empty() ? Html() : panel("advice", "What to do", element("ul", items));
}

Html provenance(const Report& report) {
  const std::string version = report.server.version.empty() ? "" : " " + report.server.version;
  Html facts = fact("Report", report.id);
  facts += fact("Server", report.server.url + " (" + report.server.product + version + ")");
  facts += fact("Window", origin_of(report.window));
  if (!report.window.host.empty()) facts += fact("Clock of the window", report.window.host);
  facts += fact("Made by", fmt::format("joulemark {} ({})", program_version(), program_revision()));
  facts += fact("Rules", fmt::format("{}, table {}", kMethodVersion, kTableVersion));
  return element("footer", element("h2", "Where this came from") +
                               Element("dl").with("class", "facts").of(facts));
}

}  // namespace joulemark
