#include "query/arguments.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <map>

#include "measurement/defaults.h"
#include "query/help_texts.h"
#include "query/version.h"

namespace joulemark {
namespace {

struct Parsed {
  EnergyArguments energy;
  RunArguments run;
  MarkArguments mark_begin, mark_end;
  NodesArguments nodes;
  PreflightArguments preflight;
  SourcesArguments sources;
};

void add_server(CLI::App& app, ServerArguments& server) {
  app.add_option("--prometheus.url", server.url,
                 "server with the Prometheus HTTP API; also PROMETHEUS_URL")
      ->type_name("URL");
  app.add_option("--http.config.file", server.http_config_file,
                 "YAML with basic_auth, authorization, tls_config, http_headers")
      ->type_name("FILE");
}

void add_selection(CLI::App& app, SelectionArguments& selection) {
  app.add_option("--nodes", selection.nodes,
                 "nodes that count, such as 'gpu[0001-0032],x9', or @FILE; default: all that the "
                 "server has")
      ->type_name("LIST");
  app.add_option("--match", selection.matches,
                 "only series with this label, such as 'cluster=\"a\"'; may be repeated")
      ->type_name("MATCHER")
      ->allow_extra_args(false);
}

const std::map<std::string, OutputFormat>& formats() {
  static const std::map<std::string, OutputFormat> words{
      {"text", OutputFormat::kText}, {"json", OutputFormat::kJson}, {"html", OutputFormat::kHtml}};
  return words;
}

void add_format(CLI::App& app, OutputFormat& format, const std::vector<std::string>& known,
                const std::string& what) {
  app.add_option_function<std::string>(
         "--output", [&format](const std::string& word) { format = formats().at(word); }, what)
      ->transform(CLI::IsMember(known, CLI::ignore_case))
      ->type_name("FORMAT");
}

void add_format(CLI::App& app, OutputFormat& format) {
  add_format(app, format, {"text", "json"}, "text (the default) or json");
}

void add_require(CLI::App& app, std::optional<Class>& required) {
  app.add_option_function<std::string>(
         "--require", [&required](const std::string& word) { required = parse_class(word); },
         "exit with 2 below this class: calibrated, cross-validated, corroborated, vendor-stated "
         "or reference-only")
      ->check(CLI::Validator(
          [](const std::string& word) {
            return parse_class(word) ? std::string() : "'" + word + "' is not a class";
          },
          ""))
      ->type_name("CLASS");
}

void add_output(CLI::App& app, OutputArguments& output) {
  add_format(app, output.format, {"text", "json", "html"},
             "text (the default), json or html (one file that needs no network)");
  app.add_option("--output-file", output.file, "write the report there, whole or not at all")
      ->type_name("FILE");
  add_require(app, output.required);
}

void add_energy(CLI::App& app, EnergyArguments& energy) {
  CLI::App* command = app.add_subcommand("energy", "energy of a window");
  command->footer(kEnergyExamples);
  command->add_option("--last", energy.last, "the window up to now, such as 10m or 90s")
      ->type_name("DURATION");
  command->add_option("--start", energy.start, "start of the window; with --end")
      ->type_name("TIME");
  command->add_option("--end", energy.end, "end of the window; with --start")->type_name("TIME");
  command
      ->add_option("--window", energy.window_file,
                   "window of joulemark run --window-file or joulemark mark")
      ->type_name("FILE");
  add_selection(*command, energy.selection);
  add_output(*command, energy.output);
  add_server(*command, energy.server);
}

void add_run(CLI::App& app, RunArguments& run) {
  CLI::App* command = app.add_subcommand(
      "run",
      "run a command and report the energy of its window: run [OPTIONS] -- COMMAND [ARGUMENTS]");
  command->footer(kRunExamples);
  command->add_option("--window-file", run.window_file, "leave the window there for later")
      ->type_name("FILE");
  add_selection(*command, run.selection);
  add_output(*command, run.output);
  add_server(*command, run.server);
}

void add_mark(CLI::App& app, Parsed& parsed) {
  CLI::App* mark = app.add_subcommand("mark", "mark a window from a script");
  mark->require_subcommand(1);
  mark->footer(kMarkExamples);
  const auto add = [&](const char* name, const char* what, MarkArguments& arguments) {
    CLI::App* command = mark->add_subcommand(name, what);
    command->add_option("FILE", arguments.file, "the window's file")->required();
    add_server(*command, arguments.server);
  };
  add("begin", "now begins the window", parsed.mark_begin);
  add("end", "now ends the window", parsed.mark_end);
  parsed.mark_end.end = true;
}

void add_nodes(CLI::App& app, NodesArguments& nodes) {
  CLI::App* command =
      app.add_subcommand("nodes", "what the server has: nodes, sources, freshness, clocks");
  command->footer(kNodesExamples);
  add_selection(*command, nodes.selection);
  add_format(*command, nodes.format);
  add_server(*command, nodes.server);
}

void add_preflight(CLI::App& app, PreflightArguments& preflight) {
  CLI::App* command = app.add_subcommand(
      "preflight", "before a benchmark: what its energy would be worth, and what to mend first");
  command->footer(kPreflightExamples);
  command->add_option("--for", preflight.planned, "length of the window to come (default 10m)")
      ->type_name("DURATION");
  command->add_flag("--watch", preflight.watch, "look again every 10 s until interrupted");
  add_require(*command, preflight.required);
  add_selection(*command, preflight.selection);
  add_format(*command, preflight.format);
  add_server(*command, preflight.server);
}

void add_sources(CLI::App& app, SourcesArguments& sources) {
  CLI::App* command = app.add_subcommand(
      "sources", "what this host offers: sensors, how well they are known, the node's figure");
  command->footer(kSourcesExamples);
  command->add_option("--for", sources.time, "how long the sensors are read (default 2s)")
      ->type_name("DURATION");
  command
      ->add_option("--source", sources.sources,
                   "look at this source although it is off by default; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_option("--path.sysfs", sources.sysfs, "where sysfs is mounted (default /sys)")
      ->type_name("DIR");
  command->add_option("--path.procfs", sources.procfs, "where procfs is mounted (default /proc)")
      ->type_name("DIR");
  add_format(*command, sources.format);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string version_text() {
  return "joulemark " + std::string(program_version()) + " (" + std::string(program_revision()) +
         "), " + std::string(kMethodVersion) + ", table " + std::string(kTableVersion) + "\n";
}

// Everything after the first "--" belongs to the command of `run`.
std::optional<std::vector<std::string>> split_command(std::vector<std::string>& arguments) {
  const auto mark = std::find(arguments.begin(), arguments.end(), "--");
  if (arguments.empty() || arguments.front() != "run" || mark == arguments.end())
    return std::nullopt;
  std::vector<std::string> command(mark + 1, arguments.end());
  arguments.erase(mark, arguments.end());
  return command;
}

Result<Arguments> with_one_window(const EnergyArguments& energy) {
  const int ways = (energy.last.empty() ? 0 : 1) + (energy.window_file.empty() ? 0 : 1) +
                   (energy.start.empty() && energy.end.empty() ? 0 : 1);
  const bool half = energy.start.empty() != energy.end.empty();
  if (ways == 1 && !half) return Arguments{energy};
  return fail(ErrorCode::kInvalid,
              std::string("energy: ") +
                  (half        ? "--start and --end belong together"
                   : ways == 0 ? "no window"
                               : "more than one window") +
                  ": give --last 10m, or --start TIME --end TIME, or --window FILE");
}

Result<Arguments> chosen(const CLI::App& app, Parsed parsed,
                         const std::optional<std::vector<std::string>>& command) {
  if (app.got_subcommand("energy")) return with_one_window(parsed.energy);
  if (app.got_subcommand("nodes")) return Arguments{parsed.nodes};
  if (app.got_subcommand("preflight")) return Arguments{parsed.preflight};
  if (app.got_subcommand("sources")) return Arguments{parsed.sources};
  if (app.got_subcommand("mark"))
    return Arguments{app.get_subcommand("mark")->got_subcommand("end") ? parsed.mark_end
                                                                       : parsed.mark_begin};
  if (!command || command->empty())
    return fail(ErrorCode::kInvalid,
                "run: no command: write it after --, as in joulemark run -- ./train.sh");
  parsed.run.command = *command;
  return Arguments{parsed.run};
}

constexpr std::array<std::string_view, 6> kCommands{"energy", "run",       "mark",
                                                    "nodes",  "preflight", "sources"};

std::optional<tl::unexpected<Error>> unknown_command(const std::string& word) {
  if (word.starts_with('-') ||
      std::find(kCommands.begin(), kCommands.end(), word) != kCommands.end())
    return std::nullopt;
  return fail(ErrorCode::kInvalid, "'" + word.substr(0, 40) +
                                       "' is not a command: energy, run, mark, nodes, "
                                       "preflight and sources are; see joulemark --help");
}

std::string help_of(const std::vector<std::string>& arguments) {
  const bool known =
      std::find(kCommands.begin(), kCommands.end(), arguments.front()) != kCommands.end();
  return known ? "joulemark " + arguments.front() + " --help" : "joulemark --help";
}

}  // namespace

Result<Arguments> parse_arguments(std::vector<std::string> arguments) {
  CLI::App app{kAbout, "joulemark"};
  Parsed parsed;
  app.footer(kExamples);
  app.require_subcommand(1);
  app.set_version_flag("--version", version_text());
  add_energy(app, parsed.energy);
  add_run(app, parsed.run);
  add_mark(app, parsed);
  add_nodes(app, parsed.nodes);
  add_preflight(app, parsed.preflight);
  add_sources(app, parsed.sources);
  if (arguments.empty()) return Arguments{TextToPrint{app.help()}};
  if (const auto unknown = unknown_command(arguments.front())) return *unknown;
  const auto command = split_command(arguments);
  const std::string help = help_of(arguments);
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return Arguments{TextToPrint{app.help()}};
  } catch (const CLI::CallForVersion&) {
    return Arguments{TextToPrint{version_text()}};
  } catch (const CLI::ParseError& error) {
    return fail(ErrorCode::kInvalid, first_line(error.what()) + ": see " + help);
  }
  return chosen(app, parsed, command);
}

}  // namespace joulemark
