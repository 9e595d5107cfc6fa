#include "query/command_line/subcommands.h"

#include <CLI/App.hpp>
#include <memory>

#include "query/command_line/shared_options.h"
#include "query/help_texts.h"

namespace joulemark {
namespace {

CLI::App* add_edge(CLI::App& mark, const char* name, const char* what, MarkArguments& arguments) {
  CLI::App* command = mark.add_subcommand(name, what);
  command->add_option("FILE", arguments.file, "the window's file")->required();
  add_server(*command, arguments.server);
  return command;
}

}  // namespace

Subcommand add_mark(CLI::App& program) {
  CLI::App* mark = program.add_subcommand("mark", "mark a window from a script");
  mark->require_subcommand(1);
  mark->footer(kMarkExamples);
  const auto begin = std::make_shared<MarkArguments>();
  const auto end = std::make_shared<MarkArguments>(MarkArguments{true, {}, {}});
  add_edge(*mark, "begin", "now begins the window", *begin);
  CLI::App* ends = add_edge(*mark, "end", "now ends the window", *end);
  return {mark, [begin, end, ends](const auto&) {
            return Result<Arguments>{Arguments{ends->parsed() ? *end : *begin}};
          }};
}

}  // namespace joulemark
