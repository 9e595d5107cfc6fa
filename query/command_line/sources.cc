#include "query/command_line/subcommands.h"

#include <CLI/App.hpp>
#include <memory>

#include "query/command_line/shared_options.h"
#include "query/help_texts.h"

namespace joulemark {

Subcommand add_sources(CLI::App& program) {
  const auto sources = std::make_shared<SourcesArguments>();
  CLI::App* command = program.add_subcommand(
      "sources", "what this host offers: sensors, how well they are known, the node's figure");
  command->footer(kSourcesExamples);
  command->add_option("--for", sources->time, "how long the sensors are read (default 2s)")
      ->type_name("DURATION");
  command
      ->add_option("--source", sources->sources,
                   "look at this source although it is off by default; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_option("--path.sysfs", sources->sysfs, "where sysfs is mounted (default /sys)")
      ->type_name("DIR");
  command->add_option("--path.procfs", sources->procfs, "where procfs is mounted (default /proc)")
      ->type_name("DIR");
  add_format(*command, sources->format);
  return {command, [sources](const auto&) { return Result<Arguments>{Arguments{*sources}}; }};
}

}  // namespace joulemark
