// `joulemark explain FILE`: a report in plain words: why it has this class and not the next better
// one, what each code concerns, what makes up its uncertainty, and what mends it.
#pragma once

#include <string>
#include <vector>

#include "query/compare/report_file.h"

namespace joulemark {

// A code of the report with the nodes and series that it concerns, the most serious first.
struct CodeOfReport {
  std::string code;
  std::vector<std::string> concerns;  // "r1", "r1 (replay psu)"; empty: the total
  bool every_node = false;            // all of several
};

struct PartOfUncertainty {
  std::string name;   // for people
  double u = 0.0;     // J
  double part = 0.0;  // of u_c squared
  std::string what_shrinks;
};

struct ReportExplanation {
  ReportFile report;
  std::vector<std::string> why_not_better;  // empty: it has the best class, or no figure
  std::vector<CodeOfReport> codes;
  std::vector<std::string> without_figure;  // nodes that are refused or missing, with the reason
  std::vector<PartOfUncertainty> parts;     // largest first
};

ReportExplanation explain_report(ReportFile report);

std::string explanation_to_text(const ReportExplanation& explanation);
std::string explanation_to_json(const ReportExplanation& explanation);

}  // namespace joulemark
