// What the user asked for on the command line, checked for shape but not yet for sense.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/result.h"
#include "measurement/class.h"
#include "query/plan/plan_use.h"

namespace joulemark {

struct ServerArguments {
  std::string url;               // --prometheus.url; empty: PROMETHEUS_URL
  std::string http_config_file;  // --http.config.file
};

struct SelectionArguments {
  std::string nodes;                 // --nodes; empty: every node of the server
  std::vector<std::string> matches;  // --match
  std::string plan;                  // --plan; empty: none
  PlanUse plan_use = PlanUse::kWhole;
};

enum class OutputFormat { kText, kJson, kHtml };  // kHtml: reports of energy and run

struct OutputArguments {
  OutputFormat format = OutputFormat::kText;
  std::string file;               // --output-file; empty: standard output
  std::string bundle;             // --bundle; empty: none
  std::string mlperf_files;       // --mlperf-files; empty: none
  std::optional<Class> required;  // --require
};

// A window from the log of a benchmark: at most one of them.
struct LogArguments {
  std::string loadgen, mllog, ptd;
  std::string endpoints, anchor;  // both or none
};

struct EnergyArguments {
  std::string last, start, end, window_file;
  LogArguments log;
  ServerArguments server;
  SelectionArguments selection;
  OutputArguments output;
};

struct RunArguments {
  ServerArguments server;
  SelectionArguments selection;
  OutputArguments output;
  std::string window_file;
  LogArguments log;  // that the command writes: loadgen or mllog
  std::vector<std::string> command;
};

struct MarkArguments {
  bool end = false;
  std::string file;
  ServerArguments server;
};

struct NodesArguments {
  ServerArguments server;
  SelectionArguments selection;
  OutputFormat format = OutputFormat::kText;
};

struct PreflightArguments {
  std::string planned = "10m";  // --for
  bool watch = false;
  std::optional<Class> required;  // --require
  ServerArguments server;
  SelectionArguments selection;
  OutputFormat format = OutputFormat::kText;
};

struct SourcesArguments {
  std::string time = "2s";  // --for
  std::string sysfs = "/sys", procfs = "/proc";
  std::vector<std::string> sources;  // --source: also those that are off by default
  OutputFormat format = OutputFormat::kText;
};

struct IdleArguments {
  std::string planned;  // --for: a window to come
  std::string last, start, end, window_file;
  std::string power_state, file;
  ServerArguments server;
  SelectionArguments selection;
  OutputFormat format = OutputFormat::kText;
};

struct CrosscheckArguments {
  std::vector<std::string> validate, against, levels, certificates, fleet;
  std::string levels_file, plan;
  std::string log, utc_offset, averaging;  // --reference and what goes with it
  std::optional<double> reference_uncertainty, cord_loss;
  std::string validated_boundary, reference_boundary;
  std::string psu_efficiency, distribution;  // LO,HI
  std::string block = "60s";
  bool over_storage = false;
  std::string protocol;
  ServerArguments server;
  OutputFormat format = OutputFormat::kText;
  std::string output_file;
};

struct VerifyArguments {
  std::string file, allowed_signers;
  std::vector<std::string> what_if;
  bool checklist = false;
  OutputFormat format = OutputFormat::kText;
};

struct RedactArguments {
  std::string file, output_file;
};

struct CompareArguments {
  std::string a, b;  // reports
  std::string per;   // unit of work, "energy", or empty
  std::string file;  // --output-file
  OutputFormat format = OutputFormat::kText;
};

struct AuditArguments {
  std::string folder;
  std::string file;  // --output-file
  OutputFormat format = OutputFormat::kText;
};

struct RunsArguments {
  std::vector<std::string> reports;  // of all recorded runs
  std::string file;                  // --output-file
  OutputFormat format = OutputFormat::kText;
};

struct ExplainArguments {
  std::string what;  // a code, a class or a report
  OutputFormat format = OutputFormat::kText;
};

struct PlanInitArguments {
  std::string file;  // empty: standard output
  ServerArguments server;
  SelectionArguments selection;
};

enum class SurveyFormat { kTable, kJson, kCsv, kMarkdown };

struct SurveyArguments {
  std::vector<std::string> targets;
  std::string config_file, username, password_file, ca_file, pin_sha256;
  bool insecure_skip_verify = false;
  std::string probe = "60s";
  SurveyFormat format = SurveyFormat::kTable;
  std::string file, dump;
  std::vector<std::string> merge;
  bool redact = true;
};

struct TextToPrint {
  std::string text;  // --help, --version
};

using Arguments =
    std::variant<TextToPrint, EnergyArguments, RunArguments, MarkArguments, NodesArguments,
                 PreflightArguments, SourcesArguments, IdleArguments, CrosscheckArguments,
                 VerifyArguments, CompareArguments, AuditArguments, RunsArguments, ExplainArguments,
                 RedactArguments, PlanInitArguments, SurveyArguments>;

// arguments without the program's name. kInvalid: what is wrong and where help is.
Result<Arguments> parse_arguments(std::vector<std::string> arguments);

}  // namespace joulemark
