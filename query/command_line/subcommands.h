// The commands of the command line, one file each: a command adds itself to the program and says
// later what was asked of it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "query/arguments.h"

namespace CLI {
class App;
}

namespace joulemark {

struct Subcommand {
  CLI::App* app = nullptr;  // owned by the program
  // What was asked, if this command was given; behind: what followed "--".
  std::function<Result<Arguments>(const std::vector<std::string>& behind)> chosen;
};

// In the order in which --help shows them.
Subcommand add_energy(CLI::App& program);
Subcommand add_run(CLI::App& program);
Subcommand add_mark(CLI::App& program);
Subcommand add_nodes(CLI::App& program);
Subcommand add_plan_commands(CLI::App& program);
Subcommand add_preflight(CLI::App& program);
Subcommand add_sources(CLI::App& program);
Subcommand add_idle(CLI::App& program);
Subcommand add_crosscheck(CLI::App& program);
Subcommand add_verify(CLI::App& program);
Subcommand add_bundle(CLI::App& program);
Subcommand add_audit(CLI::App& program);
Subcommand add_survey(CLI::App& program);
Subcommand add_runs(CLI::App& program);
Subcommand add_compare(CLI::App& program);
Subcommand add_explain(CLI::App& program);

}  // namespace joulemark
