#include <CLI/App.hpp>
#include <memory>

#include "query/command_line/subcommands.h"

namespace joulemark {
namespace {

constexpr const char* kRedactExamples = R"(
Example:
  joulemark bundle redact run7.jm.tar.zst --output-file public.jm.tar.zst

Replaces the names of nodes, hosts, exporters, racks, jobs, serial numbers, addresses and the words of the command
by names that cannot be traced back, the same in every member, computes the report again and writes a bundle that
verifies with the same figure. Nothing is written if a name would remain or the figure would change.)";

}  // namespace

Subcommand add_bundle(CLI::App& program) {
  const auto redact = std::make_shared<RedactArguments>();
  CLI::App* command = program.add_subcommand("bundle", "bundle redact: evidence without names");
  command->footer(kRedactExamples);
  command->require_subcommand(1);
  CLI::App* verb = command->add_subcommand("redact", "replace names, addresses, serial numbers");
  verb->footer(kRedactExamples);
  verb->add_option("FILE", redact->file, "evidence bundle, NAME.jm.tar.zst")->required();
  verb->add_option("--output-file", redact->output_file, "write there, whole or not at all")
      ->type_name("FILE")
      ->required();
  return {command, [redact](const auto&) { return Result<Arguments>{Arguments{*redact}}; }};
}

}  // namespace joulemark
