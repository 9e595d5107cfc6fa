#include "query/command_line/subcommands.h"

#include <CLI/App.hpp>
#include <memory>

#include "query/command_line/shared_options.h"
#include "query/help_texts.h"

namespace joulemark {

Subcommand add_preflight(CLI::App& program) {
  const auto preflight = std::make_shared<PreflightArguments>();
  CLI::App* command = program.add_subcommand(
      "preflight", "before a benchmark: what its energy would be worth, and what to mend first");
  command->footer(kPreflightExamples);
  command->add_option("--for", preflight->planned, "length of the window to come (default 10m)")
      ->type_name("DURATION");
  command->add_flag("--watch", preflight->watch, "look again every 10 s until interrupted");
  add_require(*command, preflight->required);
  add_selection(*command, preflight->selection);
  add_format(*command, preflight->format);
  add_server(*command, preflight->server);
  return {command, [preflight](const auto&) { return Result<Arguments>{Arguments{*preflight}}; }};
}

}  // namespace joulemark
