#include <CLI/App.hpp>
#include <memory>

#include "query/command_line/shared_options.h"
#include "query/command_line/subcommands.h"

namespace joulemark {
namespace {

constexpr const char* kIdleExamples = R"(
Examples:
  joulemark idle --for 10m --nodes @hosts.txt --output-file idle.json      waits: leave the machines alone
  joulemark idle --last 10m --output-file idle.json                        they were idle just now
  joulemark idle --for 10m --power-state 'governor performance, GPUs at P8' --output-file idle.json

Measures what every node draws without work, on the series that joulemark energy counts, over at least 5m.
A plan that names the file (idle: {baseline: idle.json}) splits energy into an idle and a dynamic part.
A node whose power stepped or drifted was not idle and gets no baseline; a load that is steady all the time
cannot be told from idleness. The file is JSON (joulemark.idle/1), whatever the screen shows.
With --plan the series are those of the plan; its idle and work entries need not exist yet.
Exit status: 0 every node has a baseline, 3 at least one has not, 1 error.)";

Result<Arguments> with_idle_window(const IdleArguments& idle) {
  const int ways = (idle.planned.empty() ? 0 : 1) + (idle.last.empty() ? 0 : 1) +
                   (idle.window_file.empty() ? 0 : 1) +
                   (idle.start.empty() && idle.end.empty() ? 0 : 1);
  const bool half = idle.start.empty() != idle.end.empty();
  if (ways == 1 && !half) return Arguments{idle};
  return fail(ErrorCode::kInvalid,
              std::string("idle: ") +
                  (half        ? "--start and --end belong together"
                   : ways == 0 ? "no window"
                               : "more than one window") +
                  ": give --for 10m (to come), or --last 10m, or --start TIME --end TIME, or "
                  "--window FILE");
}

}  // namespace

Subcommand add_idle(CLI::App& program) {
  const auto idle = std::make_shared<IdleArguments>();
  CLI::App* command =
      program.add_subcommand("idle", "what the nodes draw without work: the idle baseline");
  command->footer(kIdleExamples);
  command->add_option("--for", idle->planned, "wait that long, and measure it, such as 10m")
      ->type_name("DURATION");
  command->add_option("--last", idle->last, "the window up to now, such as 10m")
      ->type_name("DURATION");
  command->add_option("--start", idle->start, "start of the window; with --end")->type_name("TIME");
  command->add_option("--end", idle->end, "end of the window; with --start")->type_name("TIME");
  command->add_option("--window", idle->window_file, "window of joulemark mark")->type_name("FILE");
  command
      ->add_option("--power-state", idle->power_state,
                   "words on governors, power limits, clocks: what telemetry cannot tell")
      ->type_name("TEXT");
  command
      ->add_option("--output-file", idle->file,
                   "write the baseline there (JSON), whole or not at all")
      ->type_name("FILE");
  add_selection(*command, idle->selection);
  add_plan(*command, idle->selection);
  add_format(*command, idle->format);
  add_server(*command, idle->server);
  return {command, [idle](const auto&) { return with_idle_window(*idle); }};
}

}  // namespace joulemark
