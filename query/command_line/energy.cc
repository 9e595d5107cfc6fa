#include "query/command_line/subcommands.h"

#include <CLI/App.hpp>
#include <memory>

#include "query/command_line/shared_options.h"
#include "query/help_texts.h"

namespace joulemark {
namespace {

Result<Arguments> with_one_window(const EnergyArguments& energy) {
  const int ways = (energy.last.empty() ? 0 : 1) + (energy.window_file.empty() ? 0 : 1) +
                   (energy.start.empty() && energy.end.empty() ? 0 : 1) + ways_of(energy.log);
  const bool half = energy.start.empty() != energy.end.empty();
  if (energy.log.endpoints.empty() != energy.log.anchor.empty())
    return fail(ErrorCode::kInvalid,
                "energy: --endpoints and --anchor belong together: the harness logs monotonic "
                "time only");
  if (ways == 1 && !half) return Arguments{energy};
  return fail(ErrorCode::kInvalid,
              std::string("energy: ") +
                  (half        ? "--start and --end belong together"
                   : ways == 0 ? "no window"
                               : "more than one window") +
                  ": give --last 10m, or --start TIME --end TIME, or --window FILE, or the log of "
                  "a benchmark (--loadgen, --mllog, --endpoints, --ptd)");
}

}  // namespace

Subcommand add_energy(CLI::App& program) {
  const auto energy = std::make_shared<EnergyArguments>();
  CLI::App* command = program.add_subcommand("energy", "energy of a window");
  command->footer(kEnergyExamples);
  command->add_option("--last", energy->last, "the window up to now, such as 10m or 90s")
      ->type_name("DURATION");
  command->add_option("--start", energy->start, "start of the window; with --end")
      ->type_name("TIME");
  command->add_option("--end", energy->end, "end of the window; with --start")->type_name("TIME");
  command
      ->add_option("--window", energy->window_file,
                   "window of joulemark run --window-file or joulemark mark")
      ->type_name("FILE");
  add_logs(*command, energy->log);
  command
      ->add_option("--endpoints", energy->log.endpoints,
                   "results of MLPerf's endpoints harness (events.jsonl); with --anchor")
      ->type_name("DIR");
  command
      ->add_option("--anchor", energy->log.anchor,
                   "file of joulemark mark begin, made on the machine that ran the harness")
      ->type_name("FILE");
  command
      ->add_option("--ptd", energy->log.ptd,
                   "power session of power-dev (client.json or server.json): the outer bracket")
      ->type_name("DIR");
  add_selection(*command, energy->selection);
  add_plan(*command, energy->selection);
  add_output(*command, energy->output);
  add_server(*command, energy->server);
  return {command, [energy](const auto&) { return with_one_window(*energy); }};
}

}  // namespace joulemark
