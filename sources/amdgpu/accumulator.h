// The energy accumulator of one card from reading to reading: which of its values are readings.
#pragma once

#include <optional>
#include <string>

#include "core/source.h"
#include "sources/amdgpu/gpu_metrics.h"
#include "sources/plausibility/energy_gate.h"
#include "sources/plausibility/unit_guard.h"

namespace joulemark::amdgpu {

class Accumulator {
 public:
  explicit Accumulator(double joules_per_count);

  // What the table said, at `time`. The error says why it is no reading; neither: not yet proven.
  std::optional<Error> take(const GpuMetrics& metrics, UtcTime time, MonotonicTime now, Sink& sink);

 private:
  [[nodiscard]] std::optional<Error> doubt(MonotonicTime now) const;

  EnergyGate gate_;
  UnitGuard guard_;
  std::optional<std::uint64_t> last_;
  MonotonicTime changed_{};
};

}  // namespace joulemark::amdgpu
