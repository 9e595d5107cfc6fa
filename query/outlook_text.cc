// The screen of `joulemark preflight`.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/time_text.h"
#include "query/budget_rows.h"
#include "query/counted_parts.h"
#include "query/figures.h"
#include "query/outlook.h"
#include "query/report_text.h"
#include "query/screen.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostShownNodes = 20;
constexpr std::size_t kMostComponents = 3;
constexpr std::size_t kWidestCell = 24;
constexpr std::size_t kIndent = 11;

Lines predicted_lines(const Outlook& outlook) {
  const TotalReport& total = outlook.report.total;
  if (total.figure.status != Total::Status::kComplete)
    return wrap("PREDICTED  no figure for the total: " + total.why, kScreenColumns, kIndent);
  const EnergyUnit unit = energy_unit(outlook.energy);
  const RoundedPair pair = rounded(outlook.energy, outlook.U, unit.joules);
  Lines out{fmt::format("PREDICTED  {0} {2}  ±  {1} {2}   ({3})   if the load stays as it is",
                        pair.value, pair.uncertainty, unit.name,
                        percent(outlook.U / outlook.energy))};
  out.push_back("CLASS      " + std::string(to_string(total.cls)) +
                (total.may_go_to.empty() ? "" : "   may go to: " + join(total.may_go_to, ", ")));
  if (!total.limited_by.empty())
    append(out,
           wrap("           limited by: " + join(total.limited_by, ", "), kScreenColumns, kIndent));
  return out;
}

Lines component_lines(const Outlook& outlook) {
  const Total& figure = outlook.report.total.figure;
  if (figure.status != Total::Status::kComplete) return {};
  const double whole = figure.combined.u_c * figure.combined.u_c;
  std::vector<std::string> parts;
  for (const BudgetRow& row : budget_rows(figure.budget, SIZE_MAX))
    if (parts.size() < kMostComponents && whole > 0.0)
      parts.push_back(fmt::format("{} {}", row.name, percent(row.square / whole)));
  if (figure.alias_bound > 0.0) parts.emplace_back("and worst-case aliasing beside them");
  return wrap("LARGEST    " + join(parts, ", "), kScreenColumns, kIndent);
}

std::string supply_of(const NodeReport& node) {
  return node.supply == Supply::kUnknown ? "undeclared" : std::string(to_string(node.supply));
}

Lines row_of(const NodeReport& node, const NodeOutlook& seen, double duration) {
  const bool ok = node.status == NodeReport::Status::kOk;
  const auto if_ok = [&](std::string text) { return ok ? std::move(text) : std::string("-"); };
  return {node.node,
          ok ? std::string(to_string(node.basis)) + (node.complete ? "" : " (partial)")
             : std::string(to_string(node.status)),
          if_ok(supply_of(node)),
          seen.native_interval ? short_seconds(*seen.native_interval) : "unknown",
          seen.scrape_interval > 0.0 ? short_seconds(seen.scrape_interval) : "-",
          seen.clock_bound ? short_seconds(*seen.clock_bound) : "unknown",
          seen.watched > 0.0 ? (seen.gaps > 0.0 ? short_seconds(seen.gaps) : "none") : "-",
          if_ok(fmt::format("{:.0f} W", node.figure.energy / duration)),
          if_ok(percent(node.figure.headline_U / node.figure.energy)),
          if_ok(std::string(to_string(node.cls)))};
}

// Those without a figure first, then by class, gaps and uncertainty.
std::vector<std::size_t> worst_first(const Outlook& outlook) {
  const auto& nodes = outlook.report.nodes;
  std::vector<std::size_t> order(nodes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto rank = [&](std::size_t i) {
    const NodeReport& node = nodes[i];
    const bool ok = node.status == NodeReport::Status::kOk;
    return std::tuple(ok, ok ? -static_cast<int>(node.cls) : 0, -outlook.nodes[i].gaps,
                      ok ? -node.figure.headline_U / node.figure.energy : 0.0);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  return order;
}

std::string node_table(const Outlook& outlook) {
  std::vector<Lines> rows{
      {"NODE", "COVER", "SUPPLY", "NATIVE", "SCRAPED", "CLOCK", "GAPS", "POWER", "U/E", "CLASS"}};
  const auto& nodes = outlook.report.nodes;
  for (const std::size_t i : worst_first(outlook)) {
    if (rows.size() > kMostShownNodes) break;
    rows.push_back(row_of(nodes[i], outlook.nodes[i], outlook.report.times.duration()));
  }
  std::string out = align(rows, kWidestCell);
  if (nodes.size() > kMostShownNodes)
    out += fmt::format("... and {}, none of them worse: see --output json\n",
                       count(nodes.size() - kMostShownNodes, "node"));
  return out;
}

Lines red_line(const RedLine& line) {
  const std::string who = line.nodes.empty() ? "" : " [" + name_list(line.nodes, 4) + "]";
  Lines out = wrap(line.what + who + ": " + line.meaning, kScreenColumns, 4);
  if (!line.remedy.empty()) append(out, wrap("  -> " + line.remedy, kScreenColumns, 5));
  return out;
}

std::string text_of(const Lines& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

}  // namespace

std::string outlook_to_text(const Outlook& outlook) {
  const Report& report = outlook.report;
  Lines head{
      fmt::format("PREFLIGHT  {} to come; {} at {}", format_duration(from_seconds(outlook.planned)),
                  report.server.product, report.server.url),
      fmt::format("LOOKED AT  {} .. {}   {:.0f} s   {} of {} found",
                  format_time(report.times.start), format_time(report.times.end),
                  report.times.duration(), report.evidence.asked - report.evidence.missing.size(),
                  count(report.evidence.asked, "node"))};
  if (report.times.duration() + 1.0 < std::min(outlook.planned, seconds(kLookBack)))
    head.emplace_back(
        "           as much as there is; U and class are those of so short a look, a longer one "
        "can "
        "only be better");
  append(head, predicted_lines(outlook));
  append(head, component_lines(outlook));
  std::string out = text_of(head) + "\n" + node_table(outlook) + "\n";
  if (outlook.red_lines.empty()) return out + "nothing to mend\n";
  Lines red{"TO MEND"};
  for (const RedLine& line : outlook.red_lines) append(red, red_line(line));
  return out + text_of(red);
}

}  // namespace joulemark
