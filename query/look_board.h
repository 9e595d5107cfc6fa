// Where the threads of one look write what they found, and where the command waits for them.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "query/source_look.h"

namespace joulemark {

// One source that is looked at.
struct Probe {
  bool opened = false;
  std::optional<Error> error{};  // of open()
  std::vector<DeviceLook> devices{};
  std::vector<std::string> warnings{};

  [[nodiscard]] bool discovered() const {
    return opened && std::ranges::all_of(devices, &DeviceLook::discovered);
  }
  [[nodiscard]] bool done() const {
    return opened && std::ranges::all_of(devices, &DeviceLook::done);
  }
};

class LookBoard {
 public:
  using Probes = std::vector<Probe>;
  using RealTime = std::chrono::steady_clock::time_point;

  explicit LookBoard(std::size_t sources) : probes_(sources) {}

  template <class F>
  void change(F&& f) {
    {
      const std::lock_guard lock(mutex_);
      std::forward<F>(f)(probes_);
    }
    changed_.notify_all();
  }
  // In real time: true as soon as it holds, false at the deadline.
  template <class F>
  bool wait_until(RealTime deadline, F&& holds) {
    std::unique_lock lock(mutex_);
    return changed_.wait_until(lock, deadline, [&] { return holds(probes_); });
  }
  Probes copy() {
    const std::lock_guard lock(mutex_);
    return probes_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  Probes probes_;
};

}  // namespace joulemark
