// The life of one Source: discover, then read at its pace, into the ledger. Runs in the thread that
// calls run(); the thread may be left behind in a call that never returns, so everything it touches
// is shared or its own.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/caught.h"
#include "core/source.h"
#include "exporter/ledger.h"
#include "exporter/pacing.h"
#include "exporter/release.h"
#include "measurement/sensor_dressing.h"

namespace joulemark {

struct RunnerContext {
  SharedLedger ledger;
  std::shared_ptr<const Host> host;
  std::string name;  // of the source
  SensorDressing dressing;
  bool show_serials = false;
  std::uint64_t seed = 0;
  std::shared_ptr<Release> release = std::make_shared<Release>();
};

class SourceRunner final : private Sink {
 public:
  SourceRunner(std::unique_ptr<Source> source, OwnerId owner, RunnerContext context);

  // Until stop is requested. The source must have been started in the ledger under `owner`.
  void run(const std::stop_token& stop);

 private:
  void deliver(const Reading& reading) override;
  // False: stop was requested.
  bool pause(MonotonicTime until, const std::stop_token& stop);
  bool keep_away(const std::stop_token& stop);
  void tell_released();
  bool discover(MonotonicTime unbroken_since);
  Result<void> enrol(std::vector<Sensor> sensors, MonotonicTime unbroken_since);
  void set_pace(const std::vector<SensorPtr>& sensors, Moments moments);
  void read();
  void after_failure(const Error& error, MonotonicTime begun);

  std::unique_ptr<Source> source_;
  OwnerId owner_;
  RunnerContext context_;
  const Clock& clock_;
  std::vector<std::optional<SensorHandle>> handles_;  // by the index of the Reading
  bool discovered_ = false;
  std::size_t served_ = 0;     // sensors, as of the log
  std::size_t delivered_ = 0;  // in this read
  Pacing pacing_;
  Backoff discovery_wait_;
  Backoff read_wait_;
  MonotonicTime resume_;          // no read before
  MonotonicTime next_discovery_;  // no discovery before
};

// Logs a change of state: one line when a source starts to fail, fails otherwise, or is well again.
void log_change(const std::string& source, const SourceLedger::Change& change, const Error* error);

}  // namespace joulemark
