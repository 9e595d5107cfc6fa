// Reason codes with their meaning, the most serious first; then what to do.
#include <fmt/format.h>

#include <algorithm>

#include "query/code_order.h"
#include "query/counted_parts.h"
#include "query/figures.h"
#include "query/report_blocks.h"
#include "query/report_text.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostNotes = 10;
constexpr std::size_t kCodeColumns = 26;

std::string who(const Report& report, Code code) {
  std::vector<std::string> names;
  for (const NodeReport& node : report.nodes)
    if (node.reasons.contains(code)) names.push_back(node.node);
  if (report.nodes.size() == 1 || names.empty() || names.size() == report.nodes.size()) return "";
  return " [" + name_list(names, 2) + "]";
}

std::string prefix(std::size_t index) { return index == 0 ? "NOTES  " : "       "; }

}  // namespace

Lines notes_block(const Report& report) {
  Lines out;
  const auto codes = by_seriousness(report.total.reasons);
  for (std::size_t i = 0; i < std::min(codes.size(), kMostNotes); ++i) {
    const std::string start = prefix(i) + pad(std::string(to_string(codes[i])), kCodeColumns);
    append(out, wrap(start + std::string(meaning_of(codes[i])) + who(report, codes[i]),
                     kScreenColumns, 7 + kCodeColumns));
  }
  if (codes.size() > kMostNotes)
    out.push_back(fmt::format("       and {} more: see --output json", codes.size() - kMostNotes));
  return out;
}

Lines advice_block(const Report& report) {
  Lines out;
  const auto add = [&](const std::string& text) {
    append(out, wrap((out.empty() ? "DO     " : "       ") + text, kScreenColumns, 9));
  };
  std::size_t shown = 0;
  for (const NodeReport& node : report.nodes) {
    if (!node.lost() || shown == 3) continue;
    const std::string remedy =
        node.reasons.empty() ? "" : ": " + std::string(remedy_of(*node.reasons.begin()));
    add(fmt::format("{}: {}{}", node.node, node.why, remedy));
    ++shown;
  }
  for (const std::string& line : report.advice) add(line);
  return out;
}

}  // namespace joulemark
