#include "query/logged_window.h"

#include <cmath>
#include <filesystem>

#include "core/time_text.h"
#include "mlperf/endpoints/endpoints_run.h"
#include "mlperf/loadgen/loadgen_log.h"
#include "mlperf/loadgen/loadgen_work.h"
#include "mlperf/ptd/phases.h"
#include "mlperf/training/result_log.h"
#include "query/host_clock.h"

namespace joulemark {
namespace {

constexpr Duration kBracketTolerance = std::chrono::milliseconds(2);  // logs have milliseconds

WindowRecord record_of(const char* origin, const std::string& path, UtcTime begin, UtcTime end) {
  WindowRecord out;
  out.origin = origin;
  out.given = path;
  out.begin = Instant{begin, std::nullopt};
  out.end = Instant{end, std::nullopt};
  return out;
}

tl::unexpected<Error> no_result(const std::string& path, const std::string& why) {
  return fail(ErrorCode::kInvalid,
              path + ": " + why +
                  ": its energy would belong to no score; give --start and --end to see it anyway");
}

WindowRecord record_of_loadgen(const mlperf::LoadgenRun& run) {
  WindowRecord out = record_of("loadgen", run.path, run.power_begin, run.power_end);
  for (const mlperf::LoadgenWork& work : mlperf::work_of(run))
    out.work.push_back({work.unit, work.amount, work.per_second, work.how});
  out.log_lines = run.lines;
  return out;
}

Result<WindowRecord> of_loadgen(const std::string& path) {
  const auto run = mlperf::read_loadgen_run(path);
  if (!run) return fail_in("--loadgen", run.error());
  if (const auto why = mlperf::objection_to(*run); !why.empty())
    return fail_in("--loadgen", no_result(run->path, why).value());
  return record_of_loadgen(*run);
}

WindowRecord record_of_training(const mlperf::TrainingRun& run) {
  const auto at = [](std::int64_t ms) { return UtcTime(std::chrono::milliseconds(ms)); };
  WindowRecord out = record_of("mllog", run.path, at(run.start_ms), at(run.stop_ms));
  out.log_lines = run.lines;
  return out;
}

Result<WindowRecord> of_mllog(const std::string& path) {
  const auto run = mlperf::read_training_run(path);
  if (!run) return fail_in("--mllog", run.error());
  if (!run->status.empty() && run->status != "success")
    return fail_in("--mllog", no_result(path, "run_stop has the status " + run->status).value());
  return record_of_training(*run);
}

// CLOCK_REALTIME and CLOCK_MONOTONIC of one machine run alike but for steps; one that happened
// since shows where this is that machine.
std::optional<double> stepped_since(const WindowRecord& anchor, const Services& services) {
  if (anchor.host != services.host || anchor.boot_id != services.boot_id) return {};
  const Instant now = instant_now(services.clock);
  const Duration moved =
      (now.realtime - anchor.begin->realtime) - (*now.monotonic - *anchor.begin->monotonic);
  return std::fabs(seconds(moved));
}

Result<WindowRecord> of_endpoints(const std::string& folder, const std::string& anchor_path,
                                  const Services& services) {
  const auto anchor = read_window_file(anchor_path);
  if (!anchor) return fail_in("--anchor", anchor.error());
  if (!anchor->begin || !anchor->begin->monotonic)
    return fail(ErrorCode::kInvalid, "--anchor: " + anchor_path +
                                         ": has no begin with a monotonic time: make it with "
                                         "joulemark mark begin on the machine of the harness");
  const auto run = mlperf::read_endpoints_run(folder);
  if (!run) return fail_in("--endpoints", run.error());
  const auto wall = [&](std::int64_t ns) {
    const MonotonicTime at{Duration(ns)};
    return anchor->begin->realtime + (at - *anchor->begin->monotonic);
  };
  WindowRecord out = record_of("endpoints", run->path, wall(run->start_ns), wall(run->stop_ns));
  out.host = anchor->host;
  out.boot_id = anchor->boot_id;
  out.clock = anchor->clock;
  if (out.clock.bound) *out.clock.bound += stepped_since(*anchor, services).value_or(0.0);
  out.log_lines = run->lines;
  if (run->samples) out.work.push_back({"sample", run->samples, {}, "n_samples_completed"});
  if (run->tokens)
    out.work.push_back({"output token", run->tokens, {}, "output_sequence_lengths.total"});
  return out;
}

Result<WindowRecord> of_session(const std::string& folder) {
  const auto session = mlperf::read_power_session(folder);
  if (!session) return fail_in("--ptd", session.error());
  return record_of("ptd", session->path, session->started, session->done);
}

}  // namespace

bool has_logged_window(const LogArguments& arguments) {
  return !arguments.loadgen.empty() || !arguments.mllog.empty() || !arguments.endpoints.empty() ||
         !arguments.ptd.empty();
}

Result<WindowRecord> logged_window(const LogArguments& arguments, const Services& services) {
  if (!arguments.loadgen.empty()) return of_loadgen(arguments.loadgen);
  if (!arguments.mllog.empty()) return of_mllog(arguments.mllog);
  if (!arguments.endpoints.empty())
    return of_endpoints(arguments.endpoints, arguments.anchor, services);
  return of_session(arguments.ptd);
}

Result<WindowRecord> window_within(const WindowRecord& logged, const WindowRecord& bracket) {
  const auto inner = logged.window();
  const auto outer = bracket.window();
  if (!inner) return tl::unexpected<Error>(inner.error());
  if (!outer) return tl::unexpected<Error>(outer.error());
  if (inner->start < outer->start - kBracketTolerance ||
      inner->end > outer->end + kBracketTolerance)
    return fail(ErrorCode::kInvalid,
                logged.given + ": its window " + format_time(inner->start) + " to " +
                    format_time(inner->end) + " does not lie within the command's, " +
                    format_time(outer->start) + " to " + format_time(outer->end) +
                    ": the log is of another run, or of a machine whose clock is off");
  WindowRecord out = bracket;
  out.origin = logged.origin;
  out.given = logged.given;
  out.work = logged.work;
  out.log_lines = logged.log_lines;
  // The wall clock may have moved between the command's edges: that is in the bound, once.
  out.clock.bound = bracket.host_clock_bound();
  out.begin = logged.begin;
  out.end = logged.end;
  return out;
}

Result<void> check_log_lines(const WindowRecord& record) {
  if (record.log_lines.empty()) return {};
  Result<WindowRecord> again = record;
  if (record.origin == "loadgen")
    again = mlperf::loadgen_run_of(record.log_lines, "log_lines").map(record_of_loadgen);
  if (record.origin == "mllog")
    again = mlperf::training_run_of(record.log_lines, "log_lines").map(record_of_training);
  if (!again) return tl::unexpected<Error>(again.error());
  const auto edge = [](const std::optional<Instant>& at) {
    return at ? std::optional(at->realtime) : std::nullopt;
  };
  if (edge(again->begin) != edge(record.begin) || edge(again->end) != edge(record.end))
    return fail(ErrorCode::kInvalid, "its log lines say another window");
  if (again->work != record.work)
    return fail(ErrorCode::kInvalid, "its log lines say that other work was done");
  return {};
}

}  // namespace joulemark
