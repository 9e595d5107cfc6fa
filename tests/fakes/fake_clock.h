// A clock that stands still until a test or a waiter moves it. Waiting costs no real time.
#pragma once

#include <algorithm>
#include <mutex>

#include "core/clock.h"

namespace joulemark {

class FakeClock final : public Clock {
 public:
  explicit FakeClock(UtcTime start = UtcTime(std::chrono::seconds(1'796'000'000)))
      : offset_(start.time_since_epoch() - kBoot) {}

  [[nodiscard]] UtcTime now() const override {
    const std::scoped_lock lock(mutex_);
    return UtcTime(elapsed_ + offset_);
  }
  [[nodiscard]] MonotonicTime monotonic() const override {
    const std::scoped_lock lock(mutex_);
    return MonotonicTime(elapsed_);
  }
  [[nodiscard]] ClockDiscipline discipline() const override {
    const std::scoped_lock lock(mutex_);
    return discipline_;
  }
  // Moves the time forward to the moment. With several waiting threads the latest moment wins.
  bool wait_until(MonotonicTime moment, const std::stop_token& stop) const override {
    if (stop.stop_requested()) return false;
    const std::scoped_lock lock(mutex_);
    elapsed_ = std::max(elapsed_, moment.time_since_epoch());
    return true;
  }

  void advance(Duration by) {
    const std::scoped_lock lock(mutex_);
    elapsed_ += by;
  }
  // Steps the wall clock alone, as NTP or an operator may.
  void step_wall_clock(Duration by) {
    const std::scoped_lock lock(mutex_);
    offset_ += by;
  }
  void set_discipline(ClockDiscipline discipline) {
    const std::scoped_lock lock(mutex_);
    discipline_ = discipline;
  }

 private:
  static constexpr Duration kBoot = std::chrono::hours(1);  // so that times before "now" exist

  mutable std::mutex mutex_;
  mutable Duration elapsed_ = kBoot;
  Duration offset_;
  ClockDiscipline discipline_{.synchronized = true, .error_bound = std::chrono::milliseconds(2)};
};

}  // namespace joulemark
