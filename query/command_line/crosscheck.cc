#include <CLI/App.hpp>
#include <memory>

#include "query/command_line/shared_options.h"
#include "query/command_line/subcommands.h"

namespace joulemark {
namespace {

constexpr const char* kCrosscheckExamples = R"(
Examples:
  joulemark crosscheck --validate 'node=gpu0001,source=hwmon,scope=node' \
    --against 'scope=pdu:r5a/outlet:12' --against 'scope=pdu:r5b/outlet:12' \
    --level idle=@idle.json --level steady=@steady.json --level workload=@workload.json
  joulemark crosscheck --validate 'node=gpu0001,source=redfish,scope=node' --reference spl.txt \
    --reference-utc-offset +00:00 --certificate analyzer.yaml --levels levels.yaml --output-file gpu0001.json --output json
  joulemark crosscheck --fleet gpu0001.json gpu0002.json gpu0003.json gpu0004.json gpu0005.json --output json

The reference must lie upstream of the sensor and be another meter. Levels: idle and a steady load of at least
5 minutes each, the real workload of at least 10; 12 minutes each are advised, because with 5 or 6 blocks of a
minute every other honest pair ends INCONCLUSIVE. Leave the minute of a load step outside. AGREE and AGREE_5
against a calibrated reference give the class cross-validated: name the JSON in a plan under crosschecks.
Exit status: 0 AGREE or AGREE_5, 2 INCONCLUSIVE or DISAGREE, 1 error.)";

void add_sides(CLI::App& command, CrosscheckArguments& asked) {
  command
      .add_option("--validate", asked.validate,
                  "the sensor to validate, such as 'node=gpu0001,source=hwmon,scope=node' (node, "
                  "source, sensor, scope, cluster, instance); several are added")
      ->type_name("SELECTOR")
      ->allow_extra_args(false);
  command
      .add_option("--against", asked.against,
                  "the reference upstream of it, likewise: all outlets that feed it")
      ->type_name("SELECTOR")
      ->allow_extra_args(false);
  command
      .add_option("--plan", asked.plan,
                  "only its mapping: series of other exporters (snmp_exporter, ipmi_exporter) as "
                  "sensors with source=mapping")
      ->type_name("FILE");
  command
      .add_option("--validated-boundary", asked.validated_boundary,
                  "declare ac_input, dc_input, psu_output or component where telemetry says "
                  "unknown")
      ->type_name("BOUNDARY");
  command.add_option("--reference-boundary", asked.reference_boundary, "likewise")
      ->type_name("BOUNDARY");
}

void add_log(CLI::App& command, CrosscheckArguments& asked) {
  command
      .add_option("--reference", asked.log,
                  "a log instead of --against: spl.txt of PTDaemon, or CSV with timestamp_s,watts")
      ->type_name("FILE");
  command
      .add_option("--reference-utc-offset", asked.utc_offset,
                  "offset of the times in a PTDaemon log, such as +00:00")
      ->type_name("OFFSET");
  command
      .add_option("--reference-averaging", asked.averaging,
                  "over which each reading of a CSV log is an average, such as 1s")
      ->type_name("DURATION");
  command
      .add_option("--reference-uncertainty", asked.reference_uncertainty,
                  "limit of error of the log's instrument as a fraction; default 0.01")
      ->type_name("R");
  command
      .add_option("--certificate", asked.certificates,
                  "facts of a calibration certificate of the reference (YAML); may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

void add_levels(CLI::App& command, CrosscheckArguments& asked) {
  command
      .add_option("--level", asked.levels,
                  "NAME=START/END or NAME=@window.json; the name begins with idle, steady or "
                  "workload")
      ->type_name("LEVEL")
      ->allow_extra_args(false);
  command.add_option("--levels", asked.levels_file, "the same in a file (joulemark.levels/1)")
      ->type_name("FILE");
  command.add_option("--block", asked.block, "length of a block, at least 60s (the default)")
      ->type_name("DURATION");
  command.add_flag("--over-storage", asked.over_storage,
                   "a battery or capacitor shelf lies between: lags up to 60 s are looked for");
}

void add_ratio(CLI::App& command, CrosscheckArguments& asked) {
  command
      .add_option("--cord-loss", asked.cord_loss,
                  "of cord and connectors between AC and AC, as a fraction; default 0.003")
      ->type_name("L");
  command
      .add_option("--psu-efficiency", asked.psu_efficiency,
                  "of the power supplies between AC and DC at these loads, such as 0.94,0.96")
      ->type_name("LO,HI");
  command
      .add_option("--distribution", asked.distribution,
                  "loss of busbar and connectors between DC and DC; default 0,0.02")
      ->type_name("LO,HI");
}

void add_results(CLI::App& command, CrosscheckArguments& asked) {
  command
      .add_option("--protocol", asked.protocol,
                  "mlperf-training: also the acceptance procedure of MLPerf Training, by its name")
      ->check(CLI::IsMember({"mlperf-training"}))
      ->type_name("NAME");
  command
      .add_option("--fleet", asked.fleet,
                  "results of units of one model together: what they say about others")
      ->type_name("FILE...");
  add_format(command, asked.format);
  command.add_option("--output-file", asked.output_file, "write it there, whole or not at all")
      ->type_name("FILE");
}

}  // namespace

Subcommand add_crosscheck(CLI::App& program) {
  const auto asked = std::make_shared<CrosscheckArguments>();
  CLI::App* command =
      program.add_subcommand("crosscheck", "a sensor against an independent one upstream of it");
  command->footer(kCrosscheckExamples);
  add_sides(*command, *asked);
  add_log(*command, *asked);
  add_levels(*command, *asked);
  add_ratio(*command, *asked);
  add_results(*command, *asked);
  add_server(*command, asked->server);
  return {command, [asked](const auto&) { return Result<Arguments>{Arguments{*asked}}; }};
}

}  // namespace joulemark
