#include "query/runs/same_system.h"

#include <set>

#include "query/compare/obstacles.h"
#include "query/compare/system_of_report.h"
#include "query/figures.h"

namespace joulemark {
namespace {

struct RunFacts {
  std::vector<std::pair<std::string, std::string>> words;  // what, and what the report says of it
};

RunFacts facts_of_run(const ReportFile& report) {
  const ComparedSystem system = system_of_report(report, nullptr).system;
  std::set<std::string> nodes;
  for (const ReportedNode& node : report.nodes)
    if (!node.is_scope) nodes.insert(node.node);
  return {{{"name", report.name},
           {"supply", supply_word(system.supply)},
           {"boundaries", boundaries_words(system.boundaries)},
           {"completeness", system.complete ? "whole nodes" : "parts of nodes only"},
           {"cooling", system.cooling.empty() ? "not stated" : system.cooling},
           {"version of the method", report.method},
           {"nodes", name_list({nodes.begin(), nodes.end()}, nodes.size())}}};
}

std::string shown_word(const std::string& word) {
  constexpr std::size_t kMost = 60;
  if (word.empty()) return "nothing";
  return word.size() <= kMost ? word : word.substr(0, kMost) + "...";
}

}  // namespace

Result<void> check_same_system(const std::vector<ReportFile>& reports) {
  for (const ReportFile& report : reports)
    if (!report.total.complete())
      return fail(ErrorCode::kInvalid, report.file + ": has no total (" + report.total.status +
                                           "): " + report.total.why);
  const RunFacts first = facts_of_run(reports.front());
  for (const ReportFile& report : reports) {
    const RunFacts other = facts_of_run(report);
    for (std::size_t i = 0; i < first.words.size(); ++i) {
      const auto& [what, word] = first.words[i];
      if (other.words[i].second == word) continue;
      return fail(ErrorCode::kInvalid, "not runs of one system: they differ in " + what + ": " +
                                           reports.front().file + " says " + shown_word(word) +
                                           ", " + report.file + " says " +
                                           shown_word(other.words[i].second));
    }
  }
  return {};
}

}  // namespace joulemark
