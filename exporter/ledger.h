// The only state that threads share: sensors and sources. A device never holds its lock: readings
// come in, snapshots go out, each in microseconds.
#pragma once

#include "core/guarded.h"
#include "exporter/sensor_ledger.h"
#include "exporter/source_ledger.h"

namespace joulemark {

struct Snapshot {
  std::vector<SensorView> sensors;
  std::vector<SourceView> sources;
  std::uint64_t generation = 0;
  bool ready = false;
};

struct Ledger {
  SensorLedger sensors;
  SourceLedger sources;

  [[nodiscard]] Snapshot snapshot(MonotonicTime now) const {
    return {sensors.view(now), sources.view(now), sensors.generation(), sources.ready(now)};
  }
};

using SharedLedger = std::shared_ptr<Guarded<Ledger>>;

}  // namespace joulemark
