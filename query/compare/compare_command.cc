#include "query/bundle/reported.h"
#include "query/commands.h"
#include "query/compare/report_comparison.h"
#include "query/deliver.h"

namespace joulemark {
int run_compare(const CompareArguments& arguments, const Services& services) {
  auto a = read_report(arguments.a);
  if (!a) return complain(services, "compare: " + a.error().message);
  auto b = read_report(arguments.b);
  if (!b) return complain(services, "compare: " + b.error().message);
  const auto comparison = compare_reports(std::move(*a), std::move(*b), arguments.per);
  if (!comparison) return complain(services, "compare: " + comparison.error().message);
  const bool json = arguments.format == OutputFormat::kJson;
  return deliver(
      json ? comparison_to_json(*comparison) : comparison_to_text(*comparison), arguments.file,
      comparison->result.verdict == Comparison::kNotComparable ? kRefused : kComputed, services);
}

}  // namespace joulemark
