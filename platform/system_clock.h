// The clocks of this machine: CLOCK_REALTIME, CLOCK_MONOTONIC and what the kernel says about their
// discipline.
#pragma once

#include "core/clock.h"

struct timex;

namespace joulemark {

class SystemClock final : public Clock {
 public:
  [[nodiscard]] UtcTime now() const override;
  [[nodiscard]] MonotonicTime monotonic() const override;
  [[nodiscard]] ClockDiscipline discipline() const override;
  bool wait_until(MonotonicTime moment, const std::stop_token& stop) const override;
};

// What an answer of adjtimex means (METHOD S-5): synchronised only if the kernel says so.
ClockDiscipline discipline_of(const timex& answer);

}  // namespace joulemark
