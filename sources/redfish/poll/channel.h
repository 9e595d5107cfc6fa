// One value while it is read: from what stands in a resource to a reading of its sensor.
#pragma once

#include <optional>
#include <string>

#include "sources/redfish/poll/metrology.h"
#include "sources/redfish/poll/poll_set.h"
#include "sources/redfish/poll/selection.h"

namespace joulemark::redfish {

class Channel {
 public:
  Channel(Measured measured, Sensor sensor, double unit);

  // Empty: null, absent, all bits set, or the reading of last time once more (METHOD S-1a: a stamp
  // that does not advance is no reading).
  std::optional<Reading> take(const Found& found, UtcTime time, MonotonicTime now);
  // The sensor as it is now known; from here on energy is counted in the steps that it names.
  Sensor publish(const Conditions& conditions);
  // What was published does not hold: the value changes far more slowly.
  [[nodiscard]] bool outdated() const;
  // Goes on with what an earlier channel of the same value has seen.
  void inherit(const Channel& earlier);

  [[nodiscard]] const Measured& measured() const { return measured_; }
  [[nodiscard]] const Sensor& sensor() const { return sensor_; }
  // A LifetimeReading fell, which it never should; once for each time.
  [[nodiscard]] bool take_fault() { return std::exchange(fault_, false); }

 private:
  std::optional<Reading> energy(const Found& found, UtcTime time, MonotonicTime now);
  [[nodiscard]] bool is_repeated(const Found& found);
  [[nodiscard]] bool began_anew(const Found& found, std::uint64_t counts, MonotonicTime now) const;
  [[nodiscard]] double joules_per_count() const;

  Measured measured_;
  Sensor sensor_;
  double unit_;  // W or J per unit of the number
  ValueWatch watch_;
  std::optional<int> decimals_;  // of the counts; empty: not published
  bool published_ = false;
  std::optional<Duration> published_interval_;
  Duration read_interval_{0};
  std::string stamp_, epoch_;
  std::optional<double> stamped_value_;
  bool stamps_lie_ = false, fault_ = false;
  std::optional<std::uint64_t> counts_;
  MonotonicTime counted_{};
};

}  // namespace joulemark::redfish
