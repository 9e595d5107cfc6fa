#include <CLI/App.hpp>
#include <memory>

#include "query/command_line/shared_options.h"
#include "query/command_line/subcommands.h"

namespace joulemark {
namespace {

constexpr const char* kExplainExamples = R"(
Examples:
  joulemark explain                      every reason code and class, a line each
  joulemark explain ALIAS_RISK           what it means, its effect on the class, its usual cause, the remedy
  joulemark explain calibrated           what a class needs and is good for
  joulemark explain report.json          why this class and not the next better one, and what to do

A report is a file of joulemark energy --output json, or a bundle that verifies. Exit status: 0 explained, 1 error.)";

}  // namespace

Subcommand add_explain(CLI::App& program) {
  const auto explain = std::make_shared<ExplainArguments>();
  CLI::App* command = program.add_subcommand(
      "explain", "a reason code, a class or a report in plain words, with the remedy");
  command->footer(kExplainExamples);
  command->add_option("WHAT", explain->what, "a code, a class, or a report (JSON)")
      ->type_name("WORD|FILE");
  add_format(*command, explain->format);
  return {command, [explain](const auto&) { return Result<Arguments>{Arguments{*explain}}; }};
}

}  // namespace joulemark
