#include "query/child_process.h"
#include "query/commands.h"
#include "query/connection.h"
#include "query/host_clock.h"
#include "query/logged_window.h"
#include "query/measure.h"

namespace joulemark {
namespace {

struct Preparation {
  Selection selection;
  std::optional<Connection> connection;  // empty: only the window is wanted
};

// Whatever can fail before the command starts fails before it: a run may be expensive.
Result<Preparation> prepare(const RunArguments& arguments, const Services& services) {
  Preparation out;
  auto selection = choose_nodes(arguments.selection);
  if (!selection) return tl::unexpected<Error>(selection.error());
  out.selection = std::move(*selection);
  if (!has_server(arguments.server, services)) {
    if (!arguments.window_file.empty()) return out;
    return fail(ErrorCode::kInvalid,
                "no server: give --prometheus.url http://HOST:9090 or set PROMETHEUS_URL, or "
                "--window-file to mark the window only");
  }
  auto connection = Connection::open(arguments.server, services);
  if (!connection) return tl::unexpected<Error>(connection.error());
  const auto answers = connection->client().server_time();
  if (!answers && arguments.window_file.empty())
    return tl::unexpected<Error>(
        Error{answers.error().code, answers.error().message +
                                        " (the command was not started; --window-file would "
                                        "mark its window without the server)"});
  if (!answers) complain(services, answers.error().message + ": the window will be marked only");
  out.connection = std::move(*connection);
  return out;
}

Result<WindowRecord> run_and_mark(const RunArguments& arguments, const Services& services,
                                  Preparation& prepared) {
  PrometheusClient* server = prepared.connection ? &prepared.connection->client() : nullptr;
  WindowRecord out;
  out.origin = "run";
  out.host = services.host;
  out.boot_id = services.boot_id;
  out.command = arguments.command;
  out.clock = host_clock(services.clock, server);
  const auto status = run_child(
      arguments.command, [&] { out.begin = instant_now(services.clock); },
      [&] { out.end = instant_now(services.clock); });
  if (!status) return tl::unexpected<Error>(status.error());
  out.exit_status = *status;
  out.clock = worse_clock(out.clock, host_clock(services.clock, server));
  return out;
}

// The command's own window, or that of the log it wrote.
Result<WindowRecord> window_of_log(const RunArguments& arguments, const Services& services,
                                   const WindowRecord& bracket) {
  if (!has_logged_window(arguments.log)) return bracket;
  const auto logged = logged_window(arguments.log, services);
  if (!logged) return logged;
  return window_within(*logged, bracket);
}

int measure_and_deliver(const RunArguments& arguments, const Services& services,
                        Preparation& prepared, const WindowRecord& window) {
  if (!prepared.connection) return kComputed;
  const auto measured =
      measure(prepared.connection->client(), window, prepared.selection, services);
  if (!measured) return complain(services, measured.error().message);
  return deliver(*measured, arguments.output, services);
}

}  // namespace

int run_command(const RunArguments& arguments, const Services& services) {
  auto prepared = prepare(arguments, services);
  if (!prepared) return complain(services, "run: " + prepared.error().message);
  const auto window = run_and_mark(arguments, services, *prepared);
  if (!window) {
    complain(services, "run: " + window.error().message);
    return window.error().code == ErrorCode::kNotPresent ? kNotFound : kCannotExecute;
  }
  if (*window->exit_status != 0 && has_logged_window(arguments.log)) {
    complain(services, "run: the command failed: its log is not read");
    return *window->exit_status;
  }
  const auto chosen = window_of_log(arguments, services, *window);
  if (!chosen) return complain(services, "run: " + chosen.error().message);
  int status = kComputed;
  if (!arguments.window_file.empty())
    if (const auto written = write_window_file(arguments.window_file, *chosen); !written)
      status = complain(services, "--window-file: " + written.error().message);
  const int measured = measure_and_deliver(arguments, services, *prepared, *chosen);
  if (*window->exit_status != 0) return *window->exit_status;
  return arguments.output.required ? std::max(status, measured) : kComputed;
}

}  // namespace joulemark
