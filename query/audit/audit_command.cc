#include "query/audit/audit_writers.h"
#include "query/commands.h"
#include "query/deliver.h"
#include "query/progress_line.h"

namespace joulemark {
namespace {

std::string audit_as(OutputFormat format, const mlperf::Audit& audit) {
  switch (format) {
    case OutputFormat::kJson:
      return audit_to_json(audit);
    case OutputFormat::kHtml:
      return audit_to_html(audit);
    case OutputFormat::kText:
      break;
  }
  return audit_to_text(audit);
}

Result<mlperf::Audit> audited(const std::string& folder, const Services& services) {
  ProgressLine line(services);
  return mlperf::audit_submission(
      folder, [&](std::string_view run, double share) { line.show(run, share); });
}

}  // namespace

int run_audit(const AuditArguments& arguments, const Services& services) {
  const auto audit = audited(arguments.folder, services);
  if (!audit) return complain(services, "audit: " + audit.error().message);
  const bool clean = audit->count(mlperf::FindingWeight::kBreaks) == 0 &&
                     audit->count(mlperf::FindingWeight::kDoubt) == 0;
  return deliver(audit_as(arguments.format, *audit), arguments.file,
                 clean ? kComputed : kBelowRequired, services);
}

}  // namespace joulemark
