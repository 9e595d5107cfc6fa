// Windows from the logs of benchmarks: LoadGen, MLLOG of Training and HPC, the endpoints harness,
// a power session of power-dev.
#pragma once

#include <string>

#include "query/arguments.h"
#include "query/services.h"
#include "query/window_file.h"

namespace joulemark {

// None or one of the options was given; checked by the command line.
bool has_logged_window(const LogArguments& arguments);

// kInvalid: the log cannot be read, or its run is no result (INVALID, not PerformanceOnly, run_stop
// without success): what was measured then belongs to no score. Whose clock stamped the log nobody
// knows, but for the anchor of --endpoints.
Result<WindowRecord> logged_window(const LogArguments& arguments, const Services& services);

// The window of the log that a command wrote, with the clock of this host, which started it.
// kInvalid: it does not lie within the command's own window: the log is an old one, or another
// machine's.
Result<WindowRecord> window_within(const WindowRecord& logged, const WindowRecord& bracket);

// kInvalid: the record's own log lines, read again, say another window or other work. Nothing is
// checked where it has none.
Result<void> check_log_lines(const WindowRecord& record);

}  // namespace joulemark
