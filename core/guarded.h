// A value that several threads share: reachable only inside a lambda, under its lock.
#pragma once

#include <mutex>
#include <utility>

namespace joulemark {

template <class T>
class Guarded {
 public:
  Guarded() = default;
  explicit Guarded(T value) : value_(std::move(value)) {}

  // The result is a copy, so that no reference leaves the lock.
  template <class F>
  auto with(F&& f) {
    const std::lock_guard lock(mutex_);
    return std::forward<F>(f)(value_);
  }

 private:
  std::mutex mutex_;
  T value_;
};

}  // namespace joulemark
