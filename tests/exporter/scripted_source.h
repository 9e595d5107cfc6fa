// Sources for the tests of the exporter: what discover() and read() do is a lambda.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

#include "core/source.h"

namespace joulemark {

class ScriptedSource final : public Source {
 public:
  using Discover = std::function<Result<std::vector<Sensor>>()>;
  using Read = std::function<Result<void>(Sink&, Deadline)>;

  ScriptedSource(Discover discover, Read read)
      : discover_(std::move(discover)), read_(std::move(read)) {}
  Result<std::vector<Sensor>> discover() override { return discover_(); }
  Result<void> read(Sink& sink, Deadline deadline) override { return read_(sink, deadline); }

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

inline Sensor counter_sensor(const std::string& id, const std::string& scope = "node/cpu:0") {
  Sensor s;
  s.node = "n1";
  s.source = "test";
  s.id = id;
  s.scope = scope;
  s.component = Component::kCpu;
  s.boundary = Boundary::kComponent;
  s.supply = Supply::kDc;
  s.quantity = QuantityKind::kEnergy;
  s.joules_per_count = 1e-6;
  s.modulus_counts = 262'143'328'851;
  s.metrology.update_interval = std::chrono::milliseconds(1);
  s.metrology.sampling_interval = std::chrono::milliseconds(100);
  s.metrology.ceiling = Watts(2000);
  s.metrology.resolution = 1e-6;
  return s;
}

inline Sensor power_sensor(const std::string& id, const std::string& scope = "node") {
  Sensor s;
  s.node = "n1";
  s.source = "test";
  s.id = id;
  s.scope = scope;
  s.component = Component::kPsu;
  s.boundary = Boundary::kAcInput;
  s.supply = Supply::kAc;
  s.quantity = QuantityKind::kPower;
  s.metrology.update_interval = std::chrono::milliseconds(1);
  s.metrology.averaging = std::chrono::milliseconds(1);
  s.metrology.sampling = Sampling::kStratified;
  s.metrology.sampling_interval = std::chrono::milliseconds(100);
  s.metrology.resolution = 0.5;
  return s;
}

}  // namespace joulemark
