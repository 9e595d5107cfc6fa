#include <CLI/App.hpp>
#include <memory>

#include "query/command_line/shared_options.h"
#include "query/command_line/subcommands.h"

namespace joulemark {
namespace {

constexpr const char* kAuditExamples = R"(
Examples:
  joulemark audit training_results_v4.0/SUBMITTER/results
  joulemark audit closed/SUBMITTER/results/SYSTEM/resnet50/Server --output json
  joulemark audit . --output html --output-file audit.html

Reads published power submissions of MLPerf, one system or a whole tree: node logs of Training and HPC
(power/result_<i>/node_<j>.txt, sw_<k>.txt), spl.txt of Inference beside LoadGen's log. Reports what official
checkers do not look at: sampling against the rule, coverage of the window, copied or nearly copied node files,
stale and estimated parts, the ratio of AC to DC, gaps, uncertainty warnings, the load step at start and stop.
Exit status: 0 nothing found (notes do not count), 2 a broken rule or a doubt, 1 error.)";

}  // namespace

Subcommand add_audit(CLI::App& program) {
  const auto audit = std::make_shared<AuditArguments>();
  CLI::App* command = program.add_subcommand(
      "audit", "what a published MLPerf power submission does not say about itself");
  command->footer(kAuditExamples);
  command->add_option("DIR", audit->folder, "the submission, or a tree of them")
      ->type_name("DIR")
      ->required();
  command->add_option("--output-file", audit->file, "write it there, whole or not at all")
      ->type_name("FILE");
  add_report_format(*command, audit->format);
  return {command, [audit](const auto&) { return Result<Arguments>{Arguments{*audit}}; }};
}

}  // namespace joulemark
