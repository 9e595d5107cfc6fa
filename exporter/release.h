// "Let the device go for a while", from any thread to those that read it.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>

#include "core/units.h"
#include "exporter/sensor_ledger.h"

namespace joulemark {

class Release {
 public:
  void ask(MonotonicTime until) {
    const std::lock_guard lock(mutex_);
    until_ = until;
    done_.clear();
    holds_ = false;
  }
  // For a reading thread: until when the device must be left alone; the past: it need not.
  [[nodiscard]] MonotonicTime until() const {
    const std::lock_guard lock(mutex_);
    return until_;
  }
  // It has let go; or it never holds anything.
  void note(OwnerId owner, bool holds) {
    const std::lock_guard lock(mutex_);
    done_.insert(owner);
    holds_ = holds_ || holds;
    changed_.notify_all();
  }
  // One of those that noted is of a kind that holds a device.
  [[nodiscard]] bool holds() const {
    const std::lock_guard lock(mutex_);
    return holds_;
  }
  // Real time: whether all of these have let go.
  bool wait(const std::set<OwnerId>& owners, std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    return changed_.wait_until(lock, deadline, [&] {
      return std::includes(done_.begin(), done_.end(), owners.begin(), owners.end());
    });
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  MonotonicTime until_ = MonotonicTime::min();
  std::set<OwnerId> done_;
  bool holds_ = false;
};

}  // namespace joulemark
