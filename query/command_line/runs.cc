#include <CLI/App.hpp>
#include <memory>

#include "query/command_line/shared_options.h"
#include "query/command_line/subcommands.h"

namespace joulemark {
namespace {

constexpr const char* kRunsExamples = R"(
Examples:
  joulemark runs run1.json run2.json run3.json
  joulemark runs run*.jm.tar.zst --output json --output-file runs.json

Mean energy of several recorded runs of one benchmark on one system (METHOD R-1). What differs from run to run
falls with their number; what the meters get wrong is the same in all of them and does not. The Olympic mean
drops the fastest and the slowest run, as MLPerf Training scores do; the length of the window ranks them.
Give every run that was recorded: leaving out a bad one makes a good number and a wrong result.
Reports inside bundles are used if the bundle verifies.
Exit status: 0 computed, 1 error (also: not runs of one system, or a run without a total).)";

}  // namespace

Subcommand add_runs(CLI::App& program) {
  const auto runs = std::make_shared<RunsArguments>();
  CLI::App* command = program.add_subcommand(
      "runs", "several recorded runs: mean energy with its uncertainty, and the Olympic mean");
  command->footer(kRunsExamples);
  command
      ->add_option("REPORT", runs->reports,
                   "reports of joulemark energy --output json, or bundles; all recorded runs")
      ->type_name("FILE...")
      ->required();
  command->add_option("--output-file", runs->file, "write it there, whole or not at all")
      ->type_name("FILE");
  add_format(*command, runs->format);
  return {command, [runs](const auto&) { return Result<Arguments>{Arguments{*runs}}; }};
}

}  // namespace joulemark
