#include "query/command_line/subcommands.h"

#include <CLI/App.hpp>
#include <memory>

#include "query/command_line/shared_options.h"
#include "query/help_texts.h"

namespace joulemark {
namespace {

Result<Arguments> with_command(RunArguments run, const std::vector<std::string>& behind) {
  if (behind.empty())
    return fail(ErrorCode::kInvalid,
                "run: no command: write it after --, as in joulemark run -- ./train.sh");
  if (ways_of(run.log) > 1)
    return fail(ErrorCode::kInvalid, "run: --loadgen and --mllog: the command writes one log");
  run.command = behind;
  return Arguments{std::move(run)};
}

}  // namespace

Subcommand add_run(CLI::App& program) {
  const auto run = std::make_shared<RunArguments>();
  CLI::App* command = program.add_subcommand(
      "run",
      "run a command and report the energy of its window: run [OPTIONS] -- COMMAND [ARGUMENTS]");
  command->footer(kRunExamples);
  command->add_option("--window-file", run->window_file, "leave the window there for later")
      ->type_name("FILE");
  add_logs(*command, run->log);
  add_selection(*command, run->selection);
  add_plan(*command, run->selection);
  add_output(*command, run->output);
  add_server(*command, run->server);
  return {command, [run](const auto& behind) { return with_command(*run, behind); }};
}

}  // namespace joulemark
