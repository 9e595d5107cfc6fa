// What goes wrong with a sensor, and when (README.md tells what each fault does).
#pragma once

#include <optional>
#include <vector>

#include "core/sensor.h"
#include "core/settings.h"

namespace joulemark::replay {

enum class FaultKind { kReset, kGap, kFreeze, kSpike, kLate, kZero, kWrap };

struct Fault {
  FaultKind kind = FaultKind::kGap;
  Duration at{0};       // since the epoch
  Duration length{0};   // `for`
  Duration every{0};    // 0: once
  Duration delay{0};    // kLate
  double amount = 0.0;  // kSpike: watts or joules, as the sensor's quantity

  // When the occurrence began that is the last one at or before t; empty before the first.
  [[nodiscard]] std::optional<Duration> last_begin(Duration t) const;
  // The same, if t lies in [begin, begin + length).
  [[nodiscard]] std::optional<Duration> active_since(Duration t) const;
};

// Errors name file, line and key: a reset or a wrap of a power sensor, a missing length, overlaps
// with the next occurrence.
Result<std::vector<Fault>> read_faults(const Settings& faults, QuantityKind quantity);

// The first active fault of the kind, if any.
const Fault* find_active(const std::vector<Fault>& faults, FaultKind kind, Duration t);

}  // namespace joulemark::replay
