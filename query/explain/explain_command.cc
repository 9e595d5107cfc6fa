#include <fmt/format.h>

#include "query/bundle/reported.h"
#include "query/commands.h"
#include "query/explain/report_explained.h"
#include "query/explain/words_explained.h"

namespace joulemark {
namespace {

// A name with a folder or an ending is meant as a file.
bool looks_like_a_file(const std::string& what) {
  return what.find_first_of("./") != std::string::npos;
}

int print_explanation(const std::string& text, const Services& services) {
  services.out << text << std::flush;
  if (!services.out) return complain(services, "standard output: cannot be written");
  return kComputed;
}

int unknown_word(const std::string& what, const Services& services) {
  const std::string nearest = nearest_word(what);
  return complain(
      services,
      fmt::format("explain: '{}' is no reason code, class or report{} (joulemark "
                  "explain lists them)",
                  what.substr(0, 60), nearest.empty() ? "" : "; do you mean " + nearest + "?"));
}

}  // namespace

int run_explain(const ExplainArguments& arguments, const Services& services) {
  const bool json = arguments.format == OutputFormat::kJson;
  const std::string& what = arguments.what;
  if (what.empty())
    return print_explanation(json ? all_words_to_json() : all_words_to_text(), services);
  if (const auto word = explained_word(what))
    return print_explanation(json ? explanation_to_json(*word) : explanation_to_text(*word),
                             services);
  auto report = read_report(what);
  if (!report) {
    if (report.error().code == ErrorCode::kNotPresent && !looks_like_a_file(what))
      return unknown_word(what, services);
    return complain(services, "explain: " + report.error().message);
  }
  const ReportExplanation explanation = explain_report(std::move(*report));
  return print_explanation(
      json ? explanation_to_json(explanation) : explanation_to_text(explanation), services);
}

}  // namespace joulemark
