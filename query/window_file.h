// The window of a measurement and where it came from (FORMATS 5, joulemark.window/1): written by
// `run` and `mark`, read by `energy --window`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/clock.h"
#include "core/result.h"
#include "core/units.h"
#include "measurement/series.h"

namespace joulemark {

struct Instant {
  UtcTime realtime;
  std::optional<MonotonicTime> monotonic;  // empty: typed by a person
};

// How far the clock of the window's host may be off (METHOD S-5).
struct WindowClock {
  bool synchronized = false;
  std::optional<double> bound;  // s; empty: not measured
  std::string source;           // "adjtimex", "server", "adjtimex, server"
};

// What a log counted in its window: an amount, or a rate only.
struct WindowWork {
  std::string unit;  // "query", "sample", "token"
  std::optional<double> amount, per_second;
  std::string how;  // the log's keys
  friend bool operator==(const WindowWork&, const WindowWork&) = default;
};

struct WindowRecord {
  std::string origin = "typed";  // run, mark, loadgen, mllog, endpoints, ptd, typed
  std::string given;             // as the user put it, e.g. "--last 10m"; for people
  std::string host;              // whose clock stamped it; empty: unknown
  std::string boot_id;
  std::optional<Instant> begin, end;
  WindowClock clock;
  std::vector<std::string> command;
  std::optional<int> exit_status;
  std::vector<WindowWork> work;
  std::vector<std::string> log_lines;  // raw, that the window and the work come from

  // kInvalid if an edge is missing or the end does not lie after the begin.
  [[nodiscard]] Result<Window> window() const;
  // bound of the clock widened by what the wall clock moved against the monotonic clock between the
  // edges; empty: not measured.
  [[nodiscard]] std::optional<double> host_clock_bound() const;
};

std::string window_to_json(const WindowRecord& record);
// name: shown in errors. Unknown keys are ignored: a program wrote it.
Result<WindowRecord> window_from_json(std::string_view text, const std::string& name);

Result<WindowRecord> read_window_file(const std::string& path);
Result<void> write_window_file(const std::string& path, const WindowRecord& record);

}  // namespace joulemark
