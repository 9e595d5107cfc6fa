// The pages of the exporter, from one snapshot of the ledger. Power, energy, time, variance and
// extremes of a sensor come from one and the same reading (METHOD I-2); what has no valid value has
// no sample.
#pragma once

#include <optional>
#include <string>

#include "core/clock.h"
#include "exporter/build_info.h"
#include "exporter/ledger.h"
#include "exporter/node_cover.h"
#include "exporter/process_metrics.h"

namespace joulemark {

struct PageFacts {
  UtcTime now;
  ClockDiscipline clock;
  std::optional<ProcessFacts> process;
  BuildInfo build;
};

// Remembers only what makes the next page cheaper or its node counters continuous. One thread at a
// time.
class MetricsPage {
 public:
  struct Pages {
    std::string all;     // /metrics
    std::string energy;  // /metrics/energy: the counted sensors, at most 8 series each
  };
  Pages render(const Snapshot& snapshot, const PageFacts& facts);

 private:
  const std::string& description_of(const Snapshot& snapshot);

  NodeCovers covers_;
  std::uint64_t described_generation_ = 0;
  std::string description_;  // info and metrology, which change only with the sensors
  std::size_t last_size_ = 0;
};

}  // namespace joulemark
