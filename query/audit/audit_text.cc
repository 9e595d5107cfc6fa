#include <fmt/format.h>

#include <algorithm>

#include "query/audit/audit_writers.h"
#include "query/figures.h"
#include "query/screen.h"
#include "query/version.h"

namespace joulemark {
namespace {

constexpr std::size_t kAuditColumns = 110, kFindingCode = 24;
constexpr std::size_t kMostOfOneCode = 4;

std::string estimated_words(const mlperf::AuditedRun& run) {
  return run.estimated_share > 0.0 ? fmt::format(", {} estimated", percent(run.estimated_share))
                                   : "";
}

// Findings of one code together, the worst codes first; of many alike the first few.
Lines findings_block(const mlperf::AuditedRun& run) {
  mlperf::Findings sorted = run.findings;
  std::stable_sort(
      sorted.begin(), sorted.end(), [](const mlperf::Finding& a, const mlperf::Finding& b) {
        return std::pair(weight_of(a.code), a.code) < std::pair(weight_of(b.code), b.code);
      });
  Lines out;
  for (std::size_t i = 0; i < sorted.size();) {
    const mlperf::FindingCode code = sorted[i].code;
    const std::string head = fmt::format("  {} ({})", to_string(code), to_string(weight_of(code)));
    out.push_back(head);
    std::size_t shown = 0;
    for (; i < sorted.size() && sorted[i].code == code; ++i)
      if (shown++ < kMostOfOneCode) append(out, wrap("    " + sorted[i].what, kAuditColumns, 6));
    if (shown > kMostOfOneCode)
      out.push_back(fmt::format("    and {} more: see --output json", shown - kMostOfOneCode));
    append(out, wrap("    rule: " + std::string(rule_of(code)), kAuditColumns, 10));
  }
  return out;
}

Lines run_block(const mlperf::AuditedRun& run) {
  Lines out{fmt::format("RUN  {}  {}", run.name, to_string(run.kind))};
  append(out, wrap(fmt::format("  {}{}", run.benchmark.empty() ? "" : run.benchmark + ", ",
                               window_words(run)),
                   kAuditColumns, 4));
  append(out, wrap("  published formula: " + published_words(run) + estimated_words(run) + ", of " +
                       count(run.parts.size(), "file"),
                   kAuditColumns, 4));
  if (run.trapezoid_joules && run.published_joules)
    out.push_back(fmt::format("  the same readings by the trapezoidal rule: {:.6g} J ({:+.3f} %)",
                              *run.trapezoid_joules,
                              100.0 * (*run.trapezoid_joules / *run.published_joules - 1.0)));
  if (run.findings.empty()) out.emplace_back("  nothing found");
  append(out, findings_block(run));
  return out;
}

}  // namespace

std::string audit_to_text(const mlperf::Audit& audit) {
  using mlperf::FindingWeight;
  Lines out{fmt::format("joulemark {}   audit of {}", program_version(), audit.folder),
            fmt::format("{} in {}; findings: {} break a rule, {} are doubts, {} are notes",
                        count(audit.runs.size(), "run"), count(audit.entries, "file or folder"),
                        audit.count(FindingWeight::kBreaks), audit.count(FindingWeight::kDoubt),
                        audit.count(FindingWeight::kNote))};
  for (const mlperf::AuditedRun& run : audit.runs) {
    out.emplace_back();
    append(out, run_block(run));
  }
  out.emplace_back();
  append(out,
         wrap("The files are taken as they are: an audit cannot tell whether the readings were "
              "measured. Figures by published formulas are compatibility figures.",
              kAuditColumns, 0));
  return join(out, "\n") + "\n";
}

}  // namespace joulemark
