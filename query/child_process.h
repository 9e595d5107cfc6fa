// One command, run as if joulemark were not there: its input and output are ours, signals that are
// sent to us reach it, its end is ours.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/result.h"

namespace joulemark {

inline constexpr int kCannotExecute = 126, kNotFound = 127;  // exit statuses of a shell

// started: called right before the command starts; ended: right after its end, before anything
// else. Returns its exit status, or 128 + signal. kNotPresent: no such command; kPermission and
// others: it cannot be run. Then ended is not called. One at a time, from the main thread.
Result<int> run_child(const std::vector<std::string>& command, const std::function<void()>& started,
                      const std::function<void()>& ended);

}  // namespace joulemark
