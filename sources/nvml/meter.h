// One GPU while it is read. It goes down alone and is found again by its UUID.
#pragma once

#include <optional>
#include <vector>

#include "core/source.h"
#include "sources/nvml/outcome.h"
#include "sources/nvml/quantity.h"
#include "sources/plausibility/energy_gate.h"

namespace joulemark::nvml {

class Meter {
 public:
  struct Value {
    Quantity quantity;
    std::uint32_t sensor = 0;      // index into what discover() returned
    double most_milliwatts = 0.0;  // of a power: more is no reading
    EnergyGate gate;
  };
  // anew: the counters may have begun anew since they were read by another Meter.
  Meter(Gpu gpu, std::vector<Value> values, bool anew);

  // Reads all values; those that came are delivered. The error is the worst that happened, and
  // lost_session() says whether it concerns every GPU.
  std::optional<Error> read(const Api& api, const Clock& clock, Sink& sink);
  [[nodiscard]] bool lost_session() const { return lost_session_; }
  [[nodiscard]] const Gpu& gpu() const { return gpu_; }

 private:
  bool find_again(const Api& api, MonotonicTime now);
  void ask(const Api& api);
  Return ask_one(const Api& api, std::size_t i);
  void deliver(std::size_t i, UtcTime time, MonotonicTime now, Sink& sink);
  void note(Return code, std::size_t i, MonotonicTime now);
  void go_down(MonotonicTime now);

  Gpu gpu_;
  std::vector<Value> values_;
  std::vector<FieldValue> answers_;  // of values_, all of them; those by fields come first
  std::size_t fields_ = 0;
  bool down_ = false, lost_session_ = false, anew_ = false;
  MonotonicTime retry_{};
  Duration wait_;
  std::optional<Error> worst_;
};

}  // namespace joulemark::nvml
