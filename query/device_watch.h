// One Source for the time of a look: discovered, then read at its own pace. Lives in one thread;
// that thread may hang in any call, so what is known so far is handed out by look() after each.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/clock.h"
#include "core/source.h"
#include "measurement/accumulator.h"
#include "measurement/sensor_dressing.h"
#include "query/source_look.h"

namespace joulemark {

class DeviceWatch final : private Sink {
 public:
  DeviceWatch(std::unique_ptr<Source> source, const Clock& clock, SensorDressing dressing,
              Duration time);

  // False: nothing to read; look().error says why.
  bool discover();
  // Waits for the next moment and reads. False: that was the last one.
  bool read();

  [[nodiscard]] DeviceLook look() const;

 private:
  struct Watched {
    Sensor sensor;
    std::optional<CounterAccumulator> counter{};
    double sum = 0.0;  // W, of a gauge
    std::size_t readings = 0;
    std::optional<UtcTime> last{};
  };

  void deliver(const Reading& reading) override;
  void enrol(std::vector<Sensor> sensors);
  static SensorLook look_at(const Watched& watched);

  std::unique_ptr<Source> source_;
  const Clock& clock_;
  SensorDressing dressing_;
  Duration time_;
  DeviceLook look_;                              // without its sensors
  std::vector<std::optional<Watched>> watched_;  // by the index of the Reading
  Duration interval_{0};
  std::optional<MonotonicTime> due_, end_;
};

}  // namespace joulemark
