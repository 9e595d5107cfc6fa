#include <fmt/format.h>

#include "query/audit/audit_writers.h"
#include "query/figures.h"
#include "query/html_page.h"
#include "query/html_panels.h"
#include "query/version.h"

namespace joulemark {
namespace {

using mlperf::FindingWeight;

Html table_head(std::initializer_list<const char*> names) {
  Html row;
  for (const char* name : names) row += Element("th").with("scope", "col").of(name);
  return element("thead", element("tr", row));
}

Html facts_of_audit(const mlperf::Audit& audit) {
  return fact("Runs", std::to_string(audit.runs.size())) +
         fact("Break a rule", std::to_string(audit.count(FindingWeight::kBreaks))) +
         fact("Doubts", std::to_string(audit.count(FindingWeight::kDoubt))) +
         fact("Notes", std::to_string(audit.count(FindingWeight::kNote)));
}

Html findings_table(const mlperf::AuditedRun& run) {
  if (run.findings.empty()) return element("p", "Nothing found.");
  Html rows;
  for (const mlperf::Finding& one : run.findings)
    rows += element("tr", Element("th").with("scope", "row").of(to_string(one.code)) +
                              element("td", to_string(weight_of(one.code))) +
                              element("td", one.what) + element("td", rule_of(one.code)));
  return scrolling(
      "Findings of " + run.name,
      element("table", "findings",
              table_head({"Finding", "Weight", "What", "Rule"}) + element("tbody", rows)));
}

Html parts_table(const mlperf::AuditedRun& run) {
  Html rows;
  for (const mlperf::AuditedPart& part : run.parts)
    rows += element(
        "tr",
        Element("th").with("scope", "row").of(part.file) +
            element("td", "n", part.joules ? fmt::format("{:.1f}", *part.joules) : "no figure") +
            element("td", "n",
                    part.estimated ? "estimated" : std::to_string(part.intervals.readings)) +
            element("td", "n",
                    part.estimated ? "" : fmt::format("{:.2f} s", part.intervals.median)));
  return element("details",
                 element("summary", count(run.parts.size(), "file")) +
                     scrolling("Files of " + run.name,
                               element("table", table_head({"File", "J by the published formula",
                                                            "Readings", "Usual interval"}) +
                                                    element("tbody", rows))));
}

Html run_section(const mlperf::AuditedRun& run, std::size_t number) {
  const std::string id = fmt::format("run-{}", number);
  const Html facts =
      element("dl", "facts",
              fact("Kind", run.benchmark.empty()
                               ? std::string(to_string(run.kind))
                               : fmt::format("{}, {}", to_string(run.kind), run.benchmark)) +
                  fact("Window", window_words(run)) +
                  fact("By the published formula", published_words(run)) +
                  fact("Estimated", percent(run.estimated_share)));
  return Element("section")
      .with("id", id)
      .with("aria-labelledby", id + "-title")
      .of(Element("h2").with("id", id + "-title").of(run.name) + facts + findings_table(run) +
          parts_table(run));
}

}  // namespace

std::string audit_to_html(const mlperf::Audit& audit) {
  Html runs;
  for (std::size_t i = 0; i < audit.runs.size(); ++i) runs += run_section(audit.runs[i], i + 1);
  const Html head = element("header", element("h1", "Audit of " + audit.folder) +
                                          element("dl", "facts", facts_of_audit(audit)));
  const Html foot = element(
      "footer",
      element("p",
              "The files are taken as they are: an audit cannot tell whether the readings "
              "were measured. Figures by published formulas are compatibility figures.") +
          element("p", fmt::format("joulemark {} ({})", program_version(), program_revision())));
  return html_page("Audit of " + audit.folder, head + element("main", runs) + foot);
}

}  // namespace joulemark
