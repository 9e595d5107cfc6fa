// The source that plays a scenario: readings whose true energy is known. One Source per node and
// way of sampling.
#pragma once

#include <vector>

#include "core/source.h"
#include "sources/replay/scenario.h"

namespace joulemark {

// Settings: scenario (a file; relative to the configuration file's folder), interval (100ms), nodes
// (names; absent: all). Off by default.
extern const SourceEntry k_replay_source;

namespace replay {

// METHOD G-7 with h = interval. Contiguous averages and counters are read periodically, all else
// stratified (METHOD I-1).
Sampling sampling_of(const Sensor& sensor, Duration interval);

class ReplaySource final : public Source {
 public:
  ReplaySource(const Clock& clock, UtcTime epoch, std::vector<SensorSpec> sensors)
      : clock_(clock), epoch_(epoch), sensors_(std::move(sensors)) {}

  Result<std::vector<Sensor>> discover() override;
  // Each value belongs to the very moment of its time stamp. Never blocks, never fails.
  Result<void> read(Sink& sink, Deadline deadline) override;

 private:
  const Clock& clock_;
  UtcTime epoch_;
  std::vector<SensorSpec> sensors_;
};

}  // namespace replay
}  // namespace joulemark
