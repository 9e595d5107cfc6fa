// `idle` measures a window without work: one that it waits for, or one of the past.
#include <fmt/format.h>

#include <algorithm>
#include <stop_token>

#include "core/time_text.h"
#include "measurement/idle_baseline.h"
#include "query/commands.h"
#include "query/connection.h"
#include "query/host_clock.h"
#include "query/idle/idle_evaluation.h"
#include "query/idle/idle_text.h"
#include "query/measure.h"
#include "query/progress_line.h"
#include "query/text_file.h"
#include "query/window_choice.h"

namespace joulemark {
namespace {

constexpr Duration kSayWaitEvery = std::chrono::seconds(1);

Result<void> long_enough_for_idle(Duration length, const std::string& given) {
  if (seconds(length) >= kShortestBaseline) return {};
  return fail(ErrorCode::kInvalid,
              fmt::format("{}: lasts {}: an idle baseline needs at least 5m without work "
                          "(METHOD W-1)",
                          given, format_duration(length)));
}

void wait_without_work(Duration length, const Services& services) {
  const MonotonicTime begin = services.clock.monotonic();
  const MonotonicTime end = begin + length;
  ProgressLine line(services);
  while (services.clock.monotonic() < end) {
    const double passed = seconds(services.clock.monotonic() - begin);
    line.show("leave the machines without work:", passed / seconds(length));
    services.clock.wait_until(std::min(end, services.clock.monotonic() + kSayWaitEvery),
                              std::stop_token{});
  }
}

// The window is marked as `run` marks one, around the wait.
WindowRecord idle_window_to_come(Duration length, const std::string& given,
                                 const Services& services, PrometheusClient& server) {
  services.err << fmt::format("joulemark: idle: leave the machines without work for {}, until {}\n",
                              format_duration(length), format_time(services.clock.now() + length))
               << std::flush;
  WindowRecord out;
  out.origin = "mark";
  out.given = given;
  out.host = services.host;
  out.boot_id = services.boot_id;
  out.clock = host_clock(services.clock, &server);
  out.begin = instant_now(services.clock);
  wait_without_work(length, services);
  out.end = instant_now(services.clock);
  out.clock = worse_clock(out.clock, host_clock(services.clock, &server));
  return out;
}

Result<WindowRecord> idle_window(const IdleArguments& arguments, const Services& services,
                                 PrometheusClient& server) {
  if (!arguments.planned.empty()) {
    const auto length = parse_duration(arguments.planned);
    if (!length) return fail_in("--for", length.error());
    if (auto enough = long_enough_for_idle(*length, "--for " + arguments.planned); !enough)
      return tl::unexpected<Error>(enough.error());
    return idle_window_to_come(*length, "--for " + arguments.planned, services, server);
  }
  EnergyArguments past;
  past.last = arguments.last;
  past.start = arguments.start;
  past.end = arguments.end;
  past.window_file = arguments.window_file;
  auto record = choose_window(past, services, server);
  if (!record) return record;
  const Window times = *record->window();
  if (auto enough = long_enough_for_idle(times.end - times.start, "the window"); !enough)
    return tl::unexpected<Error>(enough.error());
  return record;
}

int deliver_idle(const IdleFile& file, const IdleArguments& arguments, const Services& services) {
  const std::string json = idle_to_json(file);
  if (!arguments.file.empty())
    if (const auto written = write_text_file(arguments.file, json); !written)
      return complain(services, "--output-file: " + written.error().message);
  services.out << (arguments.format == OutputFormat::kJson ? json
                                                           : idle_to_text(file, arguments.file))
               << std::flush;
  if (!services.out) return complain(services, "standard output: cannot be written");
  const bool all = std::all_of(file.nodes.begin(), file.nodes.end(),
                               [](const IdleNode& node) { return node.why.empty(); });
  return all ? kComputed : kRefused;
}

}  // namespace

int run_idle(const IdleArguments& arguments, const Services& services) {
  SelectionArguments asked = arguments.selection;
  asked.plan_use = PlanUse::kToMeasureIdle;
  auto selection = choose_nodes(asked);
  if (!selection) return complain(services, "idle: " + selection.error().message);
  auto connection = Connection::open(arguments.server, services);
  if (!connection) return complain(services, "idle: " + connection.error().message);
  // A dead server shows before the wait, not after it.
  if (const auto answers = connection->client().server_time(); !answers)
    return complain(services, "idle: " + answers.error().message);
  const auto window = idle_window(arguments, services, connection->client());
  if (!window) return complain(services, "idle: " + window.error().message);
  const auto measured = measure(connection->client(), *window, *selection, services);
  if (!measured) return complain(services, "idle: " + measured.error().message);
  IdleFile file = idle_baselines(measured->report, measured->telemetry);
  file.power_state = arguments.power_state;
  return deliver_idle(file, arguments, services);
}

}  // namespace joulemark
