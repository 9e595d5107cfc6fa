#include "query/commands.h"
#include "query/compare/report_comparison.h"
#include "query/text_file.h"

namespace joulemark {
namespace {

int deliver_comparison(const ReportComparison& comparison, const CompareArguments& arguments,
                       const Services& services) {
  const std::string text = arguments.format == OutputFormat::kJson ? comparison_to_json(comparison)
                                                                   : comparison_to_text(comparison);
  if (!arguments.file.empty()) {
    if (const auto written = write_text_file(arguments.file, text); !written)
      return complain(services, "--output-file: " + written.error().message);
  } else {
    services.out << text << std::flush;
    if (!services.out) return complain(services, "standard output: cannot be written");
  }
  return comparison.result.verdict == Comparison::kNotComparable ? kRefused : kComputed;
}

}  // namespace

int run_compare(const CompareArguments& arguments, const Services& services) {
  auto a = read_report_file(arguments.a);
  if (!a) return complain(services, "compare: " + a.error().message);
  auto b = read_report_file(arguments.b);
  if (!b) return complain(services, "compare: " + b.error().message);
  const auto comparison = compare_reports(std::move(*a), std::move(*b), arguments.per);
  if (!comparison) return complain(services, "compare: " + comparison.error().message);
  return deliver_comparison(*comparison, arguments, services);
}

}  // namespace joulemark
