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

Html effect(Code code) {
  switch (effect_of(code)) {
    case Effect::kRefuse:
    case Effect::kRefuseComparison:
    case Effect::kRefuseTotal:
    case Effect::kError:
      return element("span", "state refuses", "refuses a figure");
    case Effect::kCap:
      return element("span", "state limits", "at best " + std::string(to_string(cap_of(code))));
    case Effect::kInform:
      break;
  }
  return element("span", "state noted", "in U, or by its amount");
}

Html item(const Report& report, Code code) {
  return element(
      "li",
      element("code", to_string(code)) + effect(code) +
          element("p", "Of " + owners(report, code) + ": " + std::string(meaning_of(code)) + ".") +
          element("p", "lift", "To lift it: " + std::string(remedy_of(code)) + "."));
}

}  // namespace

Html reasons_panel(const Report& report) {
  const auto codes = by_seriousness(report.total.reasons);
  if (codes.empty()) return {};
  Html items;
  for (const Code code : codes) items += item(report, code);
  return panel("reasons", "Reason codes", element("ul", "reasons", items));
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
