#include "query/command_line/subcommands.h"

#include <CLI/App.hpp>
#include <memory>

#include "query/command_line/shared_options.h"
#include "query/help_texts.h"

namespace joulemark {

Subcommand add_nodes(CLI::App& program) {
  const auto nodes = std::make_shared<NodesArguments>();
  CLI::App* command =
      program.add_subcommand("nodes", "what the server has: nodes, sources, freshness, clocks");
  command->footer(kNodesExamples);
  add_selection(*command, nodes->selection);
  add_format(*command, nodes->format);
  add_server(*command, nodes->server);
  return {command, [nodes](const auto&) { return Result<Arguments>{Arguments{*nodes}}; }};
}

}  // namespace joulemark
