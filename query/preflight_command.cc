#include "core/time_text.h"
#include "query/commands.h"
#include "query/connection.h"
#include "query/evaluation.h"
#include "query/fetch.h"
#include "query/host_clock.h"
#include "query/measure.h"
#include "query/outlook.h"
#include "query/preflight.h"
#include "query/progress_line.h"
#include "query/selection.h"

namespace joulemark {
namespace {

constexpr Duration kWatchInterval = std::chrono::seconds(10);
constexpr std::string_view kClearScreen = "\033[H\033[2J";

WindowRecord window_record(const Window& window, const WindowClock& clock,
                           const Services& services) {
  WindowRecord out;
  out.origin = "preflight";
  out.host = services.host;
  out.boot_id = services.boot_id;
  out.begin = Instant{window.start, {}};
  out.end = Instant{window.end, {}};
  out.clock = clock;
  return out;
}

// What the server has is looked at once; the evaluated part of it follows from what it holds.
Result<Outlook> look(PrometheusClient& server, const Selection& selection, Duration planned,
                     const Services& services) {
  const auto now = server.server_time();
  if (!now) return tl::unexpected<Error>(now.error());
  ProgressLine line(services);
  const Progress progress = [&](std::string_view stage, double share) { line.show(stage, share); };
  const FetchRequest request{{now->time - kLookBack, now->time},
                             selection.nodes.value_or(std::vector<std::string>{}),
                             selection.matchers};
  const auto telemetry = fetch(server, request, progress);
  if (!telemetry) return tl::unexpected<Error>(telemetry.error());
  const auto window = window_to_look_at(*telemetry, now->time, planned);
  if (!window) return tl::unexpected<Error>(window.error());
  const WindowRecord record = window_record(*window, host_clock(services.clock, &server), services);
  auto report = evaluate(*telemetry, {record, selection.nodes, selection.from, {}, {}});
  if (!report) return tl::unexpected<Error>(report.error());
  return look_ahead(std::move(*report), *telemetry, now->time, planned);
}

int show(const Result<Outlook>& outlook, const PreflightArguments& arguments,
         const Services& services) {
  if (!outlook) {
    complain(services, "preflight: " + outlook.error().message);
    return outlook.error().code == ErrorCode::kNotPresent ? kRefused : kFailed;
  }
  if (arguments.watch && services.progress && arguments.format == OutputFormat::kText)
    services.out << kClearScreen;
  services.out << (arguments.format == OutputFormat::kJson ? outlook_to_json(*outlook)
                                                           : outlook_to_text(*outlook))
               << std::flush;
  if (!services.out) return complain(services, "standard output: cannot be written");
  return status_of(outlook->report, arguments.required);
}

}  // namespace

int run_preflight(const PreflightArguments& arguments, const Services& services) {
  return preflight(arguments, services, std::stop_token{});
}

int preflight(const PreflightArguments& arguments, const Services& services,
              const std::stop_token& stop) {
  const auto planned = parse_duration(arguments.planned);
  if (!planned || *planned <= Duration{0})
    return complain(services, "preflight: --for: expected a time with its unit, such as 10m");
  const auto selection = choose_nodes(arguments.selection);
  if (!selection) return complain(services, selection.error().message);
  auto connection = Connection::open(arguments.server, services);
  if (!connection) return complain(services, connection.error().message);
  while (true) {
    const MonotonicTime begun = services.clock.monotonic();
    const int status =
        show(look(connection->client(), *selection, *planned, services), arguments, services);
    if (!arguments.watch || !services.out ||
        !services.clock.wait_until(begun + kWatchInterval, stop))
      return status;
  }
}

}  // namespace joulemark
