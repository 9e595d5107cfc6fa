#include "platform/system_clock.h"

#include <sys/timex.h>

#include <condition_variable>
#include <mutex>

namespace joulemark {

UtcTime SystemClock::now() const { return std::chrono::system_clock::now(); }

MonotonicTime SystemClock::monotonic() const { return std::chrono::steady_clock::now(); }

ClockDiscipline SystemClock::discipline() const {
  timex answer{};
  if (adjtimex(&answer) == -1) return {};
  return discipline_of(answer);
}

bool SystemClock::wait_until(MonotonicTime moment, const std::stop_token& stop) const {
  // One per thread: a condition variable made per call would allocate ten times a second for ever.
  thread_local std::mutex mutex;
  thread_local std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  wake.wait_until(lock, stop, moment,
                  [moment] { return std::chrono::steady_clock::now() >= moment; });
  return !stop.stop_requested();
}

ClockDiscipline discipline_of(const timex& answer) {
  if ((answer.status & STA_UNSYNC) != 0 || answer.maxerror < 0) return {};
  return {.synchronized = true, .error_bound = std::chrono::microseconds(answer.maxerror)};
}

}  // namespace joulemark
