#include "query/command_line/shared_options.h"

#include <CLI/App.hpp>
#include <map>

namespace joulemark {

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

void add_plan(CLI::App& app, SelectionArguments& selection) {
  app.add_option("--plan", selection.plan,
                 "YAML with what telemetry cannot know: members and roles, outlets, shelves, "
                 "efficiencies, idle baselines, work; joulemark plan init writes one")
      ->type_name("FILE");
}

namespace {

const std::map<std::string, OutputFormat>& formats() {
  static const std::map<std::string, OutputFormat> words{
      {"text", OutputFormat::kText}, {"json", OutputFormat::kJson}, {"html", OutputFormat::kHtml}};
  return words;
}

}  // namespace

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

void add_report_format(CLI::App& app, OutputFormat& format) {
  add_format(app, format, {"text", "json", "html"},
             "text (the default), json or html (one file that needs no network)");
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
  add_report_format(app, output.format);
  app.add_option("--output-file", output.file, "write the report there, whole or not at all")
      ->type_name("FILE");
  app.add_option(
         "--mlperf-files", output.mlperf_files,
         "also write MLPerf's power files there: node logs for a window of --mllog, spl.txt "
         "for one of --loadgen, --endpoints or --ptd; a README says what they may be used "
         "for")
      ->type_name("DIR");
  app.add_option("--bundle", output.bundle,
                 "also write the evidence there (NAME.jm.tar.zst), for joulemark verify")
      ->type_name("FILE");
  add_require(app, output.required);
}

void add_logs(CLI::App& command, LogArguments& arguments) {
  command
      .add_option("--loadgen", arguments.loadgen,
                  "window and work of LoadGen's mlperf_log_detail.txt, or of the folder it is in")
      ->type_name("DIR");
  command
      .add_option("--mllog", arguments.mllog,
                  "run_start to run_stop of a Training or HPC result file")
      ->type_name("FILE");
}

int ways_of(const LogArguments& arguments) {
  int out = 0;
  for (const std::string* one :
       {&arguments.loadgen, &arguments.mllog, &arguments.endpoints, &arguments.ptd})
    if (!one->empty()) ++out;
  return out;
}

}  // namespace joulemark
