#include "query/arguments.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>

#include "measurement/defaults.h"
#include "query/command_line/subcommands.h"
#include "query/help_texts.h"
#include "query/version.h"

namespace joulemark {
namespace {

constexpr std::array kSubcommands{add_energy,    add_run,     add_mark,   add_nodes,
                                  add_preflight, add_sources, add_idle,   add_crosscheck,
                                  add_verify,    add_runs,    add_audit,  add_compare,
                                  add_survey,    add_explain, add_bundle, add_plan_commands};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string version_text() {
  return "joulemark " + std::string(program_version()) + " (" + std::string(program_revision()) +
         "), " + std::string(kMethodVersion) + ", table " + std::string(kTableVersion) + "\n";
}

// Everything after the first "--" belongs to the command of `run`.
std::vector<std::string> split_command(std::vector<std::string>& arguments) {
  const auto mark = std::find(arguments.begin(), arguments.end(), "--");
  if (arguments.empty() || arguments.front() != "run" || mark == arguments.end()) return {};
  std::vector<std::string> command(mark + 1, arguments.end());
  arguments.erase(mark, arguments.end());
  return command;
}

std::string joined(const std::vector<Subcommand>& commands) {
  std::string out;
  for (std::size_t i = 0; i < commands.size(); ++i)
    out += (i == 0 ? "" : i + 1 == commands.size() ? " and " : ", ") + commands[i].app->get_name();
  return out;
}

bool is_command(const std::vector<Subcommand>& commands, const std::string& word) {
  return std::any_of(commands.begin(), commands.end(),
                     [&](const Subcommand& one) { return one.app->get_name() == word; });
}

Result<Arguments> parse(CLI::App& program, const std::vector<Subcommand>& commands,
                        std::vector<std::string> arguments) {
  const std::string first = arguments.front();
  if (!first.starts_with('-') && !is_command(commands, first))
    return fail(ErrorCode::kInvalid, "'" + first.substr(0, 40) + "' is not a command: " +
                                         joined(commands) + " are; see joulemark --help");
  const auto behind = split_command(arguments);
  try {
    program.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return Arguments{TextToPrint{program.help()}};
  } catch (const CLI::CallForVersion&) {
    return Arguments{TextToPrint{version_text()}};
  } catch (const CLI::ParseError& error) {
    return fail(ErrorCode::kInvalid, first_line(error.what()) + ": see joulemark " +
                                         (is_command(commands, first) ? first + " " : "") +
                                         "--help");
  }
  for (const Subcommand& one : commands)
    if (one.app->parsed()) return one.chosen(behind);
  return fail(ErrorCode::kInvalid, "no command: see joulemark --help");
}

}  // namespace

Result<Arguments> parse_arguments(std::vector<std::string> arguments) {
  CLI::App program{kAbout, "joulemark"};
  program.footer(kExamples);
  program.require_subcommand(1);
  program.set_version_flag("--version", version_text());
  std::vector<Subcommand> commands;
  for (const auto add : kSubcommands) commands.push_back(add(program));
  if (arguments.empty()) return Arguments{TextToPrint{program.help()}};
  return parse(program, commands, std::move(arguments));
}

}  // namespace joulemark
