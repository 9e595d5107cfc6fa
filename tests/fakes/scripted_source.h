// Sources for tests of the programs that read them: what discover() and read() do is a lambda.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

#include "core/source.h"
#include "tests/fakes/made_sensors.h"

namespace joulemark {

class ScriptedSource final : public Source {
 public:
  using Discover = std::function<Result<std::vector<Sensor>>()>;
  using Read = std::function<Result<void>(Sink&, Deadline)>;

  ScriptedSource(Discover discover, Read read)
      : discover_(std::move(discover)), read_(std::move(read)) {}
  Result<std::vector<Sensor>> discover() override { return discover_(); }
  Result<void> read(Sink& sink, Deadline deadline) override { return read_(sink, deadline); }
  [[nodiscard]] bool sensors_changed() const override { return changed && changed(); }

  bool release() override { return released && released(); }

  std::function<bool()> changed;
  std::function<bool()> released;

 private:
  Discover discover_;
  Read read_;
};

// A door that a hanging call waits at until the test opens it.
class Door {
 public:
  void wait() {
    std::unique_lock lock(mutex_);
    reached_ = true;
    moved_.wait(lock, [&] { return open_; });
  }
  bool reached() {
    const std::lock_guard lock(mutex_);
    return reached_;
  }
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    moved_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable moved_;
  bool reached_ = false;
  bool open_ = false;
};

}  // namespace joulemark
