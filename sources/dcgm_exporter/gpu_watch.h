// One GPU from page to page: which of its values are readings.
#pragma once

#include <optional>

#include "core/source.h"
#include "sources/dcgm_exporter/cadence.h"
#include "sources/dcgm_exporter/options.h"
#include "sources/dcgm_exporter/page.h"
#include "sources/dcgm_exporter/sensors.h"
#include "sources/plausibility/energy_gate.h"
#include "sources/plausibility/unit_guard.h"

namespace joulemark::dcgm_exporter {

class GpuWatch {
 public:
  // first_sensor: that of the first of the quantities which the sample has, in the order energy,
  // power, instant power.
  GpuWatch(const GpuSample& gpu, const Target& target, std::uint32_t first_sensor);

  // What the page said, at `time`. The error says why there is less than there should be.
  std::optional<Error> take(const GpuSample& gpu, UtcTime time, MonotonicTime now, Sink& sink);
  // Without its numbers: nothing changes while a GPU is on the page.
  [[nodiscard]] const std::string& uuid() const { return last_.uuid; }
  [[nodiscard]] bool same_shape(const GpuSample& gpu) const;
  // The sensors have other numbers now.
  void renumber(std::uint32_t first_sensor) { first_sensor_ = first_sensor; }

 private:
  void note_changes(const GpuSample& gpu, MonotonicTime now);
  std::optional<Error> deliver_energy(const GpuSample& gpu, UtcTime time, MonotonicTime now,
                                      Sink& sink);
  void deliver_powers(const GpuSample& gpu, UtcTime time, Sink& sink) const;
  [[nodiscard]] std::optional<Error> age_error(MonotonicTime now) const;
  [[nodiscard]] Error unit_error(const UnitGuard::Finding& finding) const;

  GpuSample last_;
  Duration collect_interval_, interval_, absence_;
  std::uint32_t first_sensor_;
  Cadence cadence_;
  UnitGuard guard_;
  EnergyGate gate_;
  MonotonicTime first_seen_{}, seen_{};
  bool began_ = false, anew_ = false;
};

}  // namespace joulemark::dcgm_exporter
