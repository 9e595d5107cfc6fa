// Options that several commands have; each is described once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "query/arguments.h"

namespace CLI {
class App;
}

namespace joulemark {

void add_server(CLI::App& app, ServerArguments& server);
void add_selection(CLI::App& app, SelectionArguments& selection);
void add_plan(CLI::App& app, SelectionArguments& selection);
// known: words of --output; what: its help.
void add_format(CLI::App& app, OutputFormat& format, const std::vector<std::string>& known,
                const std::string& what);
void add_format(CLI::App& app, OutputFormat& format);         // text or json
void add_report_format(CLI::App& app, OutputFormat& format);  // text, json or html
void add_require(CLI::App& app, std::optional<Class>& required);
void add_output(CLI::App& app, OutputArguments& output);

// --loadgen and --mllog.
void add_logs(CLI::App& command, LogArguments& arguments);
int ways_of(const LogArguments& arguments);  // how many windows they name

}  // namespace joulemark
