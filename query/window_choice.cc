#include "query/window_choice.h"

#include "core/time_text.h"
#include "query/host_clock.h"
#include "query/logged_window.h"

namespace joulemark {
namespace {

constexpr Duration kShortest = std::chrono::seconds(1);
constexpr Duration kClocksApart = std::chrono::seconds(2);

Result<WindowRecord> last(const EnergyArguments& arguments, const Services& services,
                          PrometheusClient& server) {
  const auto length = parse_duration(arguments.last);
  if (!length) return fail_in("--last", length.error());
  WindowRecord out;
  out.given = "--last " + arguments.last;
  out.host = services.host;
  out.boot_id = services.boot_id;
  out.clock = host_clock(services.clock, &server);
  const UtcTime now = services.clock.now();
  out.begin = Instant{now - *length, std::nullopt};
  out.end = Instant{now, std::nullopt};
  return out;
}

// Nobody knows whose clock a typed time was read from: its bound is not measured (METHOD S-5).
Result<WindowRecord> typed(const EnergyArguments& arguments) {
  const auto start = parse_time(arguments.start);
  if (!start) return fail_in("--start", start.error());
  const auto end = parse_time(arguments.end);
  if (!end) return fail_in("--end", end.error());
  WindowRecord out;
  out.given = "--start, --end";
  out.begin = Instant{*start, std::nullopt};
  out.end = Instant{*end, std::nullopt};
  return out;
}

Result<WindowRecord> named(const EnergyArguments& arguments) {
  auto out = read_window_file(arguments.window_file);
  if (!out) return fail_in("--window", out.error());
  if (out->given.empty()) out->given = arguments.window_file;
  return out;
}

}  // namespace

Result<WindowRecord> choose_window(const EnergyArguments& arguments, const Services& services,
                                   PrometheusClient& server) {
  auto record = has_logged_window(arguments.log) ? logged_window(arguments.log, services)
                : !arguments.window_file.empty() ? named(arguments)
                : !arguments.last.empty()        ? last(arguments, services, server)
                                                 : typed(arguments);
  if (!record) return record;
  const auto window = record->window();
  if (!window) return tl::unexpected<Error>(window.error());
  if (window->end - window->start < kShortest)
    return fail(ErrorCode::kInvalid, "the window lasts " +
                                         format_duration(window->end - window->start) +
                                         ": at least 1 s is needed, 60 s and more are advised");
  if (window->end > services.clock.now() + kClocksApart)
    return fail(ErrorCode::kInvalid, "the window ends at " + format_time(window->end) +
                                         ", in the future: ask again after it");
  return record;
}

}  // namespace joulemark
