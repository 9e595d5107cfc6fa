// All enabled sources, as the configuration has them: start, reload, watch, stop. Used by one
// thread at a time.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "exporter/running_source.h"

namespace joulemark {

struct SourceSetOptions {
  std::string own_node;  // where the configuration names none
  bool show_serials = false;
  std::uint64_t process_seed = 0;
};

class SourceSet {
 public:
  // The services must outlive the process: a thread that hangs keeps them.
  SourceSet(SharedLedger ledger, std::shared_ptr<const Host> services, SourceSetOptions options);

  // An error in what the user wrote, found by probing; nothing is read.
  Result<void> try_out(const Config& config);

  // Makes the running sources those of the configuration. Sources whose settings did not change go
  // on undisturbed. An error in what the user wrote leaves everything as it was.
  Result<void> apply(const Config& config);

  // Those of this source, or all where none is named, let their devices go for `time`; says which.
  // kNotPresent: none is running; kUnsupported: it never holds a device; kTimeout.
  Result<std::vector<std::string>> release(std::string_view name, Duration time);

  // Logs and counts calls that do not end. About once a second.
  void watch();

  // Real time; true if every thread has ended.
  bool stop(Duration patience);

 private:
  struct Running {
    std::shared_ptr<RunningSource> source;
    SensorDressing dressing;
  };
  using Sources = std::map<std::string, Running, std::less<>>;

  [[nodiscard]] RunnerContext context_for(const SourceChoice& choice, const Config& config) const;
  [[nodiscard]] bool unchanged(const SourceChoice& choice, const Config& config) const;
  Sources probe_changed(const Config& config);
  static Result<void> check(const Sources& opened);
  // Ends those that are not kept; gives up what does not end within half a second.
  static void retire(const Sources& sources, const Sources& kept);

  SharedLedger ledger_;
  std::shared_ptr<const Host> services_;
  SourceSetOptions options_;
  Sources sources_;
};

}  // namespace joulemark
