#include "query/report_text.h"

#include "query/report_blocks.h"

namespace joulemark {
namespace {

constexpr std::size_t kLeftColumns = 43;
constexpr std::size_t kManyNodes = 8;  // more are not listed one by one

Lines budget_and_evidence(const Report& report) {
  const Lines evidence = evidence_block(report);
  if (report.total.figure.status != Total::Status::kComplete) return evidence;
  return side_by_side(uncertainty_block(report), evidence, kLeftColumns);
}

void add_block(Lines& screen, const Lines& block) {
  if (block.empty()) return;
  screen.emplace_back();
  append(screen, block);
}

}  // namespace

std::string report_to_text(const Report& report) {
  Lines screen = headline(report);
  add_block(screen, counted_block(report));
  add_block(screen, attribution_block(report));
  add_block(screen, budget_and_evidence(report));
  add_block(screen, declared_block(report));
  add_block(screen, notes_block(report));
  append(screen, advice_block(report));
  if (report.nodes.size() > kManyNodes) add_block(screen, worst_nodes_block(report));
  std::string out;
  for (const std::string& line : screen) {
    out += cut(line, kScreenColumns);
    while (!out.empty() && out.back() == ' ') out.pop_back();
    out += '\n';
  }
  return out;
}

}  // namespace joulemark
