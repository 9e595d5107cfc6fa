#include "query/bundle/reported.h"
#include "query/commands.h"
#include "query/deliver.h"
#include "query/runs/recorded_runs.h"

namespace joulemark {

int run_runs(const RunsArguments& arguments, const Services& services) {
  std::vector<ReportFile> reports;
  for (const std::string& path : arguments.reports) {
    auto report = read_report(path);
    if (!report) return complain(services, "runs: " + report.error().message);
    reports.push_back(std::move(*report));
  }
  const auto runs = recorded_runs(std::move(reports));
  if (!runs) return complain(services, "runs: " + runs.error().message);
  const bool json = arguments.format == OutputFormat::kJson;
  return deliver(json ? runs_to_json(*runs) : runs_to_text(*runs), arguments.file, kComputed,
                 services);
}

}  // namespace joulemark
