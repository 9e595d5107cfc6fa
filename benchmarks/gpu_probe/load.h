// Load on the GPU under test, phase-exact: one kernel that works and rests by the device's clock.
#pragma once

#include <memory>

namespace joulemark::probe {

struct Wave {
  double period = 1.0;  // s
  double on = 1.0;      // s of every period
  double phase = 0.0;   // s
};

class Load {
 public:
  virtual ~Load() = default;
  // Begins, and returns at once. False: there is nothing to load with.
  virtual bool start(const Wave& wave, double seconds) = 0;
  virtual void wait() = 0;  // for its end
};

// Null: this program was built without a compiler for GPUs.
std::unique_ptr<Load> make_load(int device);

}  // namespace joulemark::probe
