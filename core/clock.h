// The seam to time: wall clock, monotonic clock, waiting, and how far the wall clock may be off.
#pragma once

#include <optional>
#include <stop_token>

#include "core/units.h"

namespace joulemark {

// What the kernel says about the wall clock (adjtimex). METHOD S-5.
struct ClockDiscipline {
  bool synchronized = false;
  Duration error_bound{0};  // maxerror; meaningful only if synchronized
};

class Clock {
 public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual UtcTime now() const = 0;
  [[nodiscard]] virtual MonotonicTime monotonic() const = 0;
  [[nodiscard]] virtual ClockDiscipline discipline() const = 0;
  // Returns true at or after the moment, false as soon as a stop is requested. Any thread.
  virtual bool wait_until(MonotonicTime moment, const std::stop_token& stop) const = 0;
};

}  // namespace joulemark
