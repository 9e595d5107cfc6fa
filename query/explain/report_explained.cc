#include "query/explain/report_explained.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "measurement/code.h"
#include "measurement/uncertainty.h"
#include "query/budget_rows.h"
#include "query/code_order.h"
#include "query/explain/class_explanations.h"
#include "query/explain/what_shrinks.h"
#include "query/figures.h"

namespace joulemark {
namespace {

bool holds_word(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// What the code caps by itself; codes that decide by their amount show in limited_by.
bool caps_below(Code code, Class better) {
  return effect_of(code) == Effect::kCap && cap_of(code) > better;
}

// The figure may not reach the better class for several reasons; each is a line with its remedy.
Words why_not_better(const ReportedTotal& total) {
  Words out;
  const auto better = better_than(*total.cls);
  if (!better) return out;
  Codes caps;
  for (const std::string& word : total.reasons)
    if (const auto code = parse_code(word))
      if (caps_below(*code, *better) || holds_word(total.limited_by, word)) caps.insert(*code);
  for (const Code code : by_seriousness(caps))
    out.push_back(fmt::format("{}: {}", to_string(code), remedy_of(code)));
  for (const std::string& word : total.limited_by)
    if (!parse_code(word)) out.push_back(word);
  if (const double limit = uncertainty_limit(*better); total.U > limit * total.energy)
    out.push_back(fmt::format("U is {} of E, at most {} is allowed",
                              percent(total.U / total.energy), percent(limit)));
  out.push_back("it needs " + std::string(explanation_of(*total.cls).lift));
  return out;
}

void add_concerns(CodeOfReport& out, const ReportedNode& node) {
  std::size_t named = 0;
  for (const ReportedSeries& series : node.series) {
    if (series.role != "counted" || !holds_word(series.flags, out.code)) continue;
    out.concerns.push_back(node.node + " (" + series.source + " " + series.sensor + ")");
    ++named;
  }
  if (named == 0 && holds_word(node.reasons, out.code)) out.concerns.push_back(node.node);
}

CodeOfReport code_of_report(const ReportFile& report, const std::string& code) {
  CodeOfReport out;
  out.code = code;
  std::size_t nodes = 0;
  for (const ReportedNode& node : report.nodes) {
    const std::size_t before = out.concerns.size();
    add_concerns(out, node);
    if (out.concerns.size() > before) ++nodes;
  }
  out.every_node = report.nodes.size() > 1 && nodes == report.nodes.size();
  return out;
}

std::vector<CodeOfReport> codes_of_report(const ReportFile& report) {
  Codes known;
  std::set<std::string> unknown;
  const auto add = [&](const Words& words) {
    for (const std::string& word : words)
      if (const auto code = parse_code(word))
        known.insert(*code);
      else
        unknown.insert(word);
  };
  add(report.total.reasons);
  for (const ReportedNode& node : report.nodes) add(node.reasons);
  std::vector<CodeOfReport> out;
  for (const Code code : by_seriousness(known))
    out.push_back(code_of_report(report, std::string(to_string(code))));
  for (const std::string& word : unknown) out.push_back(code_of_report(report, word));
  return out;
}

Words nodes_without_figure(const ReportFile& report) {
  Words out;
  for (const ReportedNode& node : report.nodes) {
    if (node.status != "refused" && node.status != "missing") continue;
    std::string line = node.node + ": " + (node.why.empty() ? node.status : node.why);
    for (const std::string& word : node.reasons)
      if (const auto code = parse_code(word)) {
        line += " (" + word + "); " + std::string(remedy_of(*code));
        break;
      }
    out.push_back(std::move(line));
  }
  return out;
}

std::vector<PartOfUncertainty> explained_parts(const ReportedTotal& total) {
  std::map<std::string, double> squares;
  double whole = 0.0;
  for (const UncertaintyComponent& component : total.components) {
    squares[component.name] += component.u * component.u;
    whole += component.u * component.u;
  }
  std::vector<PartOfUncertainty> out;
  for (const auto& [name, square] : squares)
    if (square > 0.0)
      out.push_back({component_words(name), std::sqrt(square), square / whole, what_shrinks(name)});
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.u > b.u; });
  if (total.alias_bound > 0.0)
    out.insert(out.begin(), {"worst-case aliasing (beside u)", total.alias_bound / std::sqrt(3.0),
                             0.0, what_shrinks("aliasing")});
  return out;
}

}  // namespace

ReportExplanation explain_report(ReportFile report) {
  ReportExplanation out;
  out.report = std::move(report);
  const ReportedTotal& total = out.report.total;
  if (total.complete()) {
    out.why_not_better = why_not_better(total);
    out.parts = explained_parts(total);
  }
  out.codes = codes_of_report(out.report);
  out.without_figure = nodes_without_figure(out.report);
  return out;
}

}  // namespace joulemark
