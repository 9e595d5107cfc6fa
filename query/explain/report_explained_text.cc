#include <fmt/format.h>

#include <algorithm>

#include "measurement/code.h"
#include "query/budget_rows.h"
#include "query/explain/class_explanations.h"
#include "query/explain/code_explanations.h"
#include "query/explain/report_explained.h"
#include "query/figures.h"
#include "query/headline_words.h"
#include "query/screen.h"

namespace joulemark {
namespace {

constexpr std::size_t kExplainedColumns = 110;
constexpr std::size_t kExplainedIndent = 9;
constexpr std::size_t kMostConcerns = 10;
constexpr std::size_t kMostWithoutFigure = 10;
constexpr std::size_t kMostExplainedParts = 6;  // components

void add_labelled(Lines& out, std::string_view label, const std::string& text) {
  append(out, wrap(pad(std::string(label), kExplainedIndent) + text, kExplainedColumns,
                   kExplainedIndent));
}

void add_items(Lines& out, const Words& items, std::size_t most) {
  for (std::size_t i = 0; i < std::min(items.size(), most); ++i)
    append(out, wrap("  - " + items[i], kExplainedColumns, 4));
  if (items.size() > most) out.push_back(fmt::format("  - and {} more", items.size() - most));
}

std::string explained_figure(const ReportedTotal& total) {
  const EnergyUnit unit = energy_unit(total.energy);
  const RoundedPair pair = rounded(total.energy, total.U, unit.joules);
  return fmt::format("{} {} ± {} {} ({}{})", pair.value, unit.name, pair.uncertainty, unit.name,
                     percent(total.U / total.energy),
                     total.alias_bound > 0.0 ? ", U_safe: includes worst-case aliasing" : "");
}

Lines report_headline(const ReportFile& report) {
  const ReportedTotal& total = report.total;
  Lines out;
  add_labelled(out, "REPORT",
               report.file + " (" + report.id.substr(0, 8) + ", " + report.method + ")" +
                   (report.name.empty() ? "" : ": " + report.name));
  add_labelled(out, "WINDOW",
               fmt::format("{:.1f} s from {}   {}", report.duration,
                           report.start.substr(0, 19) + "Z", report.origin));
  if (!total.complete()) {
    add_labelled(out, "ENERGY", upper(total.status) + ": no figure; " + total.why);
    return out;
  }
  add_labelled(out, "ENERGY", explained_figure(total));
  add_labelled(out, "CLASS",
               upper(to_string(*total.cls)) + ": " + std::string(explanation_of(*total.cls).means));
  if (!total.may_go_to.empty()) add_labelled(out, "", "may go to: " + join(total.may_go_to, ", "));
  if (!total.not_to.empty()) add_labelled(out, "", "not to: " + join(total.not_to, ", "));
  return out;
}

Lines explained_why(const ReportExplanation& e) {
  const ReportedTotal& total = e.report.total;
  if (!total.complete()) return {};
  const auto better = better_than(*total.cls);
  if (!better) return {"There is no better class."};
  Lines out{"WHY NOT " + upper(to_string(*better))};
  add_items(out, e.why_not_better, e.why_not_better.size());
  return out;
}

Lines without_figure_block(const ReportExplanation& e) {
  if (e.without_figure.empty()) return {};
  Lines out{"WITHOUT A FIGURE"};
  add_items(out, e.without_figure, kMostWithoutFigure);
  return out;
}

std::string concerns_words(const CodeOfReport& code, std::size_t nodes) {
  if (code.concerns.empty()) return "the total";
  if (code.every_node) return fmt::format("all {} nodes", nodes);
  return name_list(code.concerns, kMostConcerns);
}

// With its remedy, among what keeps the class down.
bool is_told_before(const ReportExplanation& e, const std::string& code) {
  return std::any_of(e.why_not_better.begin(), e.why_not_better.end(),
                     [&](const std::string& line) { return line.starts_with(code + ": "); });
}

Lines explained_codes(const ReportExplanation& e) {
  if (e.codes.empty()) return {"CODES    none"};
  Lines out{"CODES, the most serious first"};
  for (const CodeOfReport& one : e.codes) {
    const auto code = parse_code(one.code);
    out.push_back("  " + one.code + (code ? ": " + effect_words(*code) : std::string()));
    if (out.back().size() > kExplainedColumns) {
      const std::string line = out.back();
      out.pop_back();
      append(out, wrap(line, kExplainedColumns, 4));
    }
    const auto add = [&](const std::string& text) {
      append(out, wrap("    " + text, kExplainedColumns, 4));
    };
    add("of " + concerns_words(one, e.report.nodes.size()));
    if (!code) {
      add("this version does not know it: ask the joulemark that wrote the report");
      continue;
    }
    add(std::string(meaning_of(*code)) +
        (is_told_before(e, one.code) ? "" : ". Remedy: " + std::string(remedy_of(*code))));
  }
  return out;
}

Lines uncertainty_parts_block(const ReportExplanation& e) {
  if (e.parts.empty()) return {};
  const EnergyUnit unit = energy_unit(e.report.total.U);
  Lines out{pad("UNCERTAINTY", 34) + pad_left("u " + std::string(unit.name), 9) +
            pad_left("part", 7) + "   what makes it smaller"};
  for (std::size_t i = 0; i < std::min(e.parts.size(), kMostExplainedParts); ++i) {
    const PartOfUncertainty& part = e.parts[i];
    append(out, wrap("  " + pad(cut(part.name, 32), 32) +
                         pad_left(small_figure(part.u / unit.joules), 9) +
                         pad_left(part.part > 0.0 ? part_text(part.part, 1.0) : "", 7) + "   " +
                         part.what_shrinks,
                     kExplainedColumns, 53));
  }
  if (e.parts.size() > kMostExplainedParts)
    out.push_back(fmt::format("  and {} smaller", e.parts.size() - kMostExplainedParts));
  return out;
}

Lines explained_advice(const ReportExplanation& e) {
  Lines out;
  if (e.report.advice.empty()) return out;
  out.emplace_back("DO");
  add_items(out, e.report.advice, e.report.advice.size());
  return out;
}

}  // namespace

std::string explanation_to_text(const ReportExplanation& e) {
  Lines out = report_headline(e.report);
  for (const Lines& block : {explained_why(e), without_figure_block(e), explained_codes(e),
                             uncertainty_parts_block(e), explained_advice(e)}) {
    if (block.empty()) continue;
    out.emplace_back();
    append(out, block);
  }
  return join(out, "\n") + "\n";
}

}  // namespace joulemark
