#include "exporter/command_line.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>

#include "core/time_text.h"
#include "exporter/build_info.h"

namespace joulemark {
namespace {

constexpr const char* kDescription =
    "Serves the power and energy sensors of this machine to Prometheus, with what a metrologist "
    "needs to know\n"
    "about each of them. Sensors are read on the exporter's own clock, never on a scrape.";

constexpr const char* kFooter = R"(Examples:
  joulemark-exporter                                       every sensor of this machine, on port 11818
  joulemark-exporter --web.listen-address=127.0.0.1:0      on a free port of loopback, printed in the log
  joulemark-exporter --replay.scenario=demo.yaml           simulated nodes whose true energy is known
  joulemark-exporter --config.file=c.yaml --config.check   is this file right?
  curl -s localhost:11818/metrics | grep ^joulemark_power_watts

Scrape with 'honor_labels: true', so that the label node stays the machine that is measured.
SIGHUP or POST /-/reload reads the configuration again; a bad file leaves the old one running.
SIGUSR1, or POST /-/release?source=nvml&for=5m, lets GPUs go, so that they can be reset.
RAPL counters are readable by root only since Linux 5.10: run with CAP_DAC_READ_SEARCH, see the README.
Exit status: 0 ended as asked, 1 error.)";

struct TruthTexts {
  std::string scenario, start, end, node;
};

void add_web_and_config(CLI::App& app, CommandLine& out) {
  app.add_option("--web.listen-address", out.overrides.listen_addresses,
                 "Address and port to listen on; repeatable. Default :11818, all interfaces")
      ->type_name("HOST:PORT")
      ->allow_extra_args(false);
  app.add_option("--config.file", out.overrides.config_file, "Configuration (YAML)")
      ->type_name("FILE");
  app.add_flag("--config.check", out.check_config, "Check the configuration and end");
  app.add_option("--node-name", out.overrides.node,
                 "Name of this machine in the label node. Default: node of the configuration, "
                 "$NODE_NAME, host name")
      ->type_name("NAME");
  app.add_flag("--labels.serials", out.show_serials,
               "Publish serial numbers (they leave the site with the data)");
}

void add_paths(CLI::App& app, CommandLine& out) {
  app.add_option("--path.sysfs", out.sysfs, "Where sysfs is mounted")->type_name("DIR");
  app.add_option("--path.procfs", out.procfs, "Where procfs is mounted")->type_name("DIR");
}

void add_log(CLI::App& app, CommandLine& out) {
  const std::map<std::string, LogLevel> levels = {{"debug", LogLevel::kDebug},
                                                  {"info", LogLevel::kInfo},
                                                  {"warn", LogLevel::kWarn},
                                                  {"error", LogLevel::kError}};
  const std::map<std::string, LogFormat> formats = {{"logfmt", LogFormat::kLogfmt},
                                                    {"json", LogFormat::kJson}};
  app.add_option("--log.level", out.log.level, "debug, info, warn or error. Default info")
      ->transform(CLI::CheckedTransformer(levels))
      ->type_name("LEVEL");
  app.add_option("--log.format", out.log.format, "logfmt or json. Default logfmt")
      ->transform(CLI::CheckedTransformer(formats))
      ->type_name("FORMAT");
}

void add_sources(CLI::App& app, CommandLine& out, std::span<const SourceEntry> known) {
  app.add_flag("--source.disable-defaults", out.overrides.disable_defaults,
               "Only the sources that are named by a flag or in the configuration");
  for (const SourceEntry& entry : known) {
    const std::string name(entry.name);
    const std::string which = entry.on_by_default ? " (on by default)" : "";
    app.add_flag_callback(
        "--source." + name, [&out, name] { out.overrides.sources[name] = true; },
        std::string(entry.summary) + which);
    app.add_flag_callback(
        "--no-source." + name, [&out, name] { out.overrides.sources[name] = false; }, "Without it");
  }
}

void add_replay(CLI::App& app, CommandLine& out, TruthTexts& truth) {
  app.add_option("--replay.scenario", out.overrides.replay_scenario,
                 "Play this scenario with the source replay")
      ->type_name("FILE");
  auto* asked = app.add_option("--replay.truth", truth.scenario,
                               "Print the true energy of a scenario between --start and --end")
                    ->type_name("FILE");
  const char* when = "RFC 3339 with offset, or seconds since 1970";
  auto* start = app.add_option("--start", truth.start, when)->type_name("TIME")->needs(asked);
  auto* end = app.add_option("--end", truth.end, when)->type_name("TIME")->needs(asked);
  app.add_option("--node", truth.node, "Only this node")->type_name("NAME")->needs(asked);
  asked->needs(start)->needs(end);
}

UtcTime time_of(const std::string& flag, const std::string& text) {
  const auto time = parse_time(text);
  if (!time) throw CLI::ValidationError(flag, time.error().message);
  return *time;
}

void read_truth(const TruthTexts& texts, CommandLine& out) {
  if (texts.scenario.empty()) return;
  out.truth = {texts.scenario, time_of("--start", texts.start), time_of("--end", texts.end),
               texts.node};
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv,
                               std::span<const SourceEntry> known) {
  CommandLine out;
  TruthTexts truth;
  CLI::App app(kDescription, "joulemark-exporter");
  app.footer(kFooter);
  app.set_version_flag("--version", "joulemark-exporter " + std::string(build_info().version) +
                                        " (revision " + std::string(build_info().revision) + ", " +
                                        std::string(build_info().method) + ", table of defaults " +
                                        std::string(build_info().table) + ")");
  add_web_and_config(app, out);
  add_paths(app, out);
  add_sources(app, out, known);
  add_replay(app, out, truth);
  add_log(app, out);
  app.add_flag("--docs.metrics", out.write_metrics_document)->group("");
  try {
    app.parse(argc, argv);
    read_truth(truth, out);
  } catch (const CLI::Success& e) {
    out.exit_status = app.exit(e);
  } catch (const CLI::Error& e) {
    std::cerr << "joulemark-exporter: " << e.what() << "; --help shows the flags\n";
    out.exit_status = 1;
  }
  return out;
}

}  // namespace joulemark
