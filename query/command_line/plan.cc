#include <CLI/App.hpp>
#include <memory>

#include "query/command_line/shared_options.h"
#include "query/command_line/subcommands.h"

namespace joulemark {
namespace {

constexpr const char* kPlanExamples = R"(
Examples:
  joulemark plan init plan.yaml                          every node of the server
  joulemark plan init --nodes 'gpu[0001-0032]' plan.yaml
  joulemark energy --plan plan.yaml --last 10m           and later: run --plan, crosscheck --plan

A plan says what telemetry cannot know: who belongs to the job and in which role, what feeds it, efficiencies,
equipment that is shared, work that was done. Every value of it is printed with its effect on E and U.
docs/plan.md explains the keys; docs/examples has three plans to start from.)";

}  // namespace

Subcommand add_plan_commands(CLI::App& program) {
  const auto init = std::make_shared<PlanInitArguments>();
  CLI::App* command =
      program.add_subcommand("plan", "plan init: a first plan from what the server has");
  command->footer(kPlanExamples);
  command->require_subcommand(1);
  CLI::App* verb = command->add_subcommand("init", "write a commented plan");
  verb->footer(kPlanExamples);
  verb->add_option("FILE", init->file, "write there, never over a file; default: standard output");
  add_selection(*verb, init->selection);
  add_server(*verb, init->server);
  return {command, [init](const auto&) { return Result<Arguments>{Arguments{*init}}; }};
}

}  // namespace joulemark
