// The phases that power-dev's client and server wrote: an outer bracket of the measurement.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "core/units.h"

namespace joulemark::mlperf {

struct PowerSession {
  std::string path, name;  // session_name
  // testing: measurement started, workload done (phases 1 and 2 of 0 to 3); by the wall clock of
  // whoever wrote the file.
  UtcTime started, done;
};

// DIR (or its `power` folder) holds client.json or server.json; the client ran on the SUT and is
// preferred. kInvalid: no such file, no four phases of testing, times out of order.
Result<PowerSession> read_power_session(const std::string& folder);

}  // namespace joulemark::mlperf
