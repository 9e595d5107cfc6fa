#include <CLI/App.hpp>
#include <memory>

#include "query/command_line/shared_options.h"
#include "query/command_line/subcommands.h"

namespace joulemark {
namespace {

constexpr const char* kCompareExamples = R"(
Examples:
  joulemark energy --window a.json --output json --output-file a-report.json
  joulemark compare a-report.json b-report.json
  joulemark compare a-report.json b-report.json --per output_tokens --output json

Says whether A uses less or more than B, with the interval of the ratio at about 95 % (METHOD R-3), or TIE
where the uncertainty does not resolve a difference. Reports that were not measured alike (supply, boundary,
cooling, whole nodes, kind of work), and reference-only ones, are not compared: it says why, and the remedy.
What one and the same sensor gets wrong in both cancels; that needs serial numbers in both reports.
Exit status: 0 compared (also a tie), 3 not comparable, 1 error.)";

}  // namespace

Subcommand add_compare(CLI::App& program) {
  const auto compare = std::make_shared<CompareArguments>();
  CLI::App* command = program.add_subcommand(
      "compare", "two reports against each other: the ratio with its uncertainty, or a tie");
  command->footer(kCompareExamples);
  command
      ->add_option("A", compare->a,
                   "report of joulemark energy --output json, or a bundle that verifies")
      ->type_name("FILE")
      ->required();
  command->add_option("B", compare->b, "the report that A is compared with")
      ->type_name("FILE")
      ->required();
  command
      ->add_option("--per", compare->per,
                   "unit of work that both reports have a ratio of, such as output_tokens; "
                   "'energy' compares energies; default: the first common one, else energies")
      ->type_name("UNIT");
  command->add_option("--output-file", compare->file, "write it there, whole or not at all")
      ->type_name("FILE");
  add_format(*command, compare->format);
  return {command, [compare](const auto&) { return Result<Arguments>{Arguments{*compare}}; }};
}

}  // namespace joulemark
