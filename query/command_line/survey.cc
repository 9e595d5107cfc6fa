#include <CLI/App.hpp>
#include <memory>

#include "query/command_line/subcommands.h"

namespace joulemark {
namespace {

constexpr const char* kSurveyExamples = R"(
Examples:
  REDFISH_PASSWORD=... joulemark survey --target https://bmc-17 --username monitor
  joulemark survey --config.file joulemark.yaml --probe 5m --output json --output-file site.json
  joulemark survey --target https://pdu-r5 --username monitor --password-file pdu.pw --pin-sha256 KEY
  joulemark survey --target https://bmc-17 --username monitor --dump trees     a tree that can be shared
  joulemark survey --merge site-a.json site-b.json --output md                 several sites as one

Asks BMCs, PDUs and power shelves what power and energy they serve: which values there are, at which boundary,
with how many digits, how often they change, which accuracy is stated and by which property, where a LifetimeReading
hides, and how long a window must be for 1 % and 0.1 %. Only reads (and opens one session, which it closes); one
request at a time per service; all services at once. Names and addresses are left out unless --no-redaction is given.
Exit status: 0 a service answered, 1 none did, or an error.)";

const std::vector<std::pair<std::string, SurveyFormat>> kFormats{{"table", SurveyFormat::kTable},
                                                                 {"json", SurveyFormat::kJson},
                                                                 {"csv", SurveyFormat::kCsv},
                                                                 {"md", SurveyFormat::kMarkdown}};

void add_targets(CLI::App& command, SurveyArguments& survey) {
  command.add_option("--target", survey.targets, "a service, https://HOST[:PORT]; may be repeated")
      ->type_name("URL")
      ->allow_extra_args(false);
  command
      .add_option("--config.file", survey.config_file,
                  "the exporter's: its sources.redfish.targets")
      ->type_name("FILE");
  command.add_option("--username", survey.username, "of every --target")->type_name("NAME");
  command
      .add_option("--password-file", survey.password_file,
                  "holds its password; else the variable REDFISH_PASSWORD")
      ->type_name("FILE");
  command.add_option("--ca-file", survey.ca_file, "authorities that sign the certificates")
      ->type_name("FILE");
  command.add_option("--pin-sha256", survey.pin_sha256, "base64 of the SHA-256 of the public key")
      ->type_name("KEY");
  command.add_flag("--insecure-skip-verify", survey.insecure_skip_verify,
                   "do not verify certificates; whoever is in between sees the password");
}

}  // namespace

Subcommand add_survey(CLI::App& program) {
  const auto survey = std::make_shared<SurveyArguments>();
  CLI::App* command = program.add_subcommand(
      "survey", "what Redfish BMCs, PDUs and shelves offer, and how good it is");
  command->footer(kSurveyExamples);
  add_targets(*command, *survey);
  command->add_option("--probe", survey->probe, "how long values are read again (default 60s)")
      ->type_name("DURATION");
  command
      ->add_option_function<std::string>(
          "--output",
          [survey](const std::string& word) {
            for (const auto& [name, format] : kFormats)
              if (name == word) survey->format = format;
          },
          "table, json, csv or md (default table)")
      ->type_name("FORMAT")
      ->check([](const std::string& word) {
        for (const auto& [name, format] : kFormats)
          if (name == word) return std::string();
        return std::string("must be table, json, csv or md");
      });
  command->add_option("--output-file", survey->file, "write it there, whole or not at all")
      ->type_name("FILE");
  command
      ->add_option("--dump", survey->dump, "write the resources without names into this new folder")
      ->type_name("DIR");
  command->add_option("--merge", survey->merge, "no service: JSON surveys as one")
      ->type_name("FILE");
  command->add_flag_callback(
      "--no-redaction", [survey] { survey->redact = false; }, "with names and addresses");
  return {command, [survey](const auto&) { return Result<Arguments>{Arguments{*survey}}; }};
}

}  // namespace joulemark
