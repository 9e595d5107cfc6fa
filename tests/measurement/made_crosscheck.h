// A cross-check made for tests: three levels, a reference upstream, and a sensor with the errors
// that a test injects.
#pragma once

#include <cstdint>

#include "measurement/crosscheck.h"

namespace joulemark::made {

struct SensorErrors {
  double gain = 1.0;
  double offset_watts = 0.0;
  double scatter = 0.002;  // relative standard deviation of a block
};

// Idle 300 W, steady 700 W, workload 800 to 1000 W; blocks of 60 s. rho = 1.02; U of both 3 %.
CrosscheckInput crosscheck_input(std::uint64_t seed, const SensorErrors& errors,
                                 int idle_blocks = 6, int steady_blocks = 6,
                                 int workload_blocks = 12);

}  // namespace joulemark::made
