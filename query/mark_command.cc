// `mark begin` stamps as late as it can and `mark end` as early: nothing of joulemark lies inside.
#include "query/commands.h"
#include "query/connection.h"
#include "query/host_clock.h"

namespace joulemark {
namespace {

// A server is a second clock, where one is named; without it adjtimex has to do.
WindowClock clock_now(const MarkArguments& arguments, const Services& services) {
  if (!has_server(arguments.server, services)) return host_clock(services.clock, nullptr);
  auto connection = Connection::open(arguments.server, services);
  return host_clock(services.clock, connection ? &connection->client() : nullptr);
}

int begin(const MarkArguments& arguments, const Services& services) {
  WindowRecord record;
  record.origin = "mark";
  record.host = services.host;
  record.boot_id = services.boot_id;
  record.clock = clock_now(arguments, services);
  record.begin = instant_now(services.clock);
  const auto written = write_window_file(arguments.file, record);
  return written ? kComputed : complain(services, "mark begin: " + written.error().message);
}

Result<void> may_end(const WindowRecord& record, const Services& services) {
  if (!record.begin)
    return fail(ErrorCode::kInvalid, "has no begin: run joulemark mark begin first");
  if (record.end) return fail(ErrorCode::kInvalid, "is ended already: begin a new one");
  if (record.host != services.host)
    return fail(ErrorCode::kInvalid, "was begun on " + record.host + ", this is " + services.host +
                                         ": mark both ends on one host");
  if (record.boot_id != services.boot_id)
    return fail(ErrorCode::kInvalid, "was begun before this host was started anew: mark it again");
  return {};
}

int end(const MarkArguments& arguments, const Services& services) {
  const Instant now = instant_now(services.clock);
  auto record = read_window_file(arguments.file);
  if (!record) return complain(services, "mark end: " + record.error().message);
  if (const auto ok = may_end(*record, services); !ok)
    return complain(services, "mark end: " + arguments.file + " " + ok.error().message);
  record->end = now;
  record->clock = worse_clock(record->clock, clock_now(arguments, services));
  const auto written = write_window_file(arguments.file, *record);
  return written ? kComputed : complain(services, "mark end: " + written.error().message);
}

}  // namespace

int run_mark(const MarkArguments& arguments, const Services& services) {
  return arguments.end ? end(arguments, services) : begin(arguments, services);
}

}  // namespace joulemark
