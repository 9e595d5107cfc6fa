// The plug-in contract. A new source is a folder, a line in sources/registry.def, a test and a
// README.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/clock.h"
#include "core/files.h"
#include "core/http_fleet.h"
#include "core/http_options.h"
#include "core/result.h"
#include "core/sensor.h"
#include "core/settings.h"
#include "core/shared_library.h"

namespace joulemark {

// Where a source delivers. Called only in the source's own thread, during read().
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void deliver(const Reading& reading) = 0;
};

using Deadline = MonotonicTime;

// A service elsewhere that a source reads: a BMC, a PDU.
struct TargetHealth {
  std::string url;   // without credentials
  std::string node;  // whose sensors it has
  bool up = false;   // read without trouble
  friend bool operator==(const TargetHealth&, const TargetHealth&) = default;
};
using TargetsHealth = std::shared_ptr<const std::vector<TargetHealth>>;

// One independently failing piece of telemetry; used by its own thread only.
class Source {
 public:
  virtual ~Source() = default;
  // What can be read. May be slow; called again on demand. Empty: nothing yet, ask again when
  // sensors_changed(). All sensors of one Source share the same metrology.sampling; the sampler
  // paces read() by it and by the shortest metrology.sampling_interval (METHOD I-1).
  virtual Result<std::vector<Sensor>> discover() = 0;
  // Delivers what is new; readings delivered before an error stand. Allocates nothing when all is
  // well. Errors: the first one met, after every other sensor was tried. kNotPresent asks for a new
  // discover().
  virtual Result<void> read(Sink& sink, Deadline deadline) = 0;
  // Asked after a read: discover() has more, fewer or other sensors to return than the last time.
  // Those that stay as they are go on unbroken.
  [[nodiscard]] virtual bool sensors_changed() const { return false; }
  // As of the last read, those of which nothing is known yet left out; another object whenever
  // something changed. Null: a source without services.
  [[nodiscard]] virtual TargetsHealth targets() const { return nullptr; }
  // Lets go of what keeps others from resetting the device or replacing its driver, until the next
  // discover(). False: this source never holds such a thing.
  virtual bool release() { return false; }
};

// The services of the machine, replaced by fakes in tests. Outlives every source opened with it.
struct Host {
  const Clock& clock;
  const Files& sysfs;   // --path.sysfs
  const Files& procfs;  // --path.procfs
  const Files& files;   // plain files named in the configuration
  std::string node;     // name of the machine the exporter runs on
  // One line for the operator's log about what discover() met and worked around (a zone that may
  // not be read, a sensor whose unit is suspect). May be empty; any thread.
  std::function<void(std::string_view)> warn = nullptr;
  // An event loop for HTTP servers, still without any; null: HTTP is not to be had.
  std::function<std::unique_ptr<HttpFleet>()> http_fleet = nullptr;
  // Null: libraries of vendors are not to be had.
  LibraryLoader load_library = nullptr;
};

struct SourceEntry {
  std::string_view name, summary;
  bool on_by_default;
  // The probe. kNotPresent is a normal, silent outcome. One Source per independently failing
  // device.
  Result<std::vector<std::unique_ptr<Source>>> (*open)(const Settings& settings, const Host& host);
};

}  // namespace joulemark
