// What is known of every sensor right now: its running energy and its last reading. Part of the
// ledger, the only state that threads share; pure, so times are handed in.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

#include "exporter/sensor_text.h"
#include "measurement/accumulator.h"

namespace joulemark {

using SensorPtr = std::shared_ptr<const SensorText>;
enum class OwnerId : std::uint64_t {};       // of one sampler
enum class SensorHandle : std::uint64_t {};  // of one sensor with one owner; dies with a new owner

// One sensor at one moment: everything from one and the same reading (METHOD I-2).
struct SensorView {
  SensorPtr text;
  std::optional<EnergyState> state;          // empty before the first reading
  std::variant<Joules, EnergyCount> energy;  // since state->start
  bool fresh = false;                        // a good reading within max(3 s, 3 intervals)
  bool alive = false;                        // METHOD S-1a
};

class SensorLedger {
 public:
  // Takes the sensors of one owner. A sensor that is known keeps its count if nothing about it
  // changed and it was read after `unbroken_since`, or has no owner; otherwise its count starts
  // anew. Sensors this owner had and no longer names are dropped. A sensor that belongs to another
  // owner is refused: its handle is empty.
  std::vector<std::optional<SensorHandle>> enrol(OwnerId owner, std::span<const SensorPtr> sensors,
                                                 MonotonicTime unbroken_since, MonotonicTime now);
  // The owner may write no more; its sensors stay for a minute, for a new owner to take over.
  void release(OwnerId owner, MonotonicTime now);
  void drop_source(std::string_view source);

  // Unknown handles (of an abandoned sampler), repeated times and values that are no power are
  // ignored. A time before the last one starts the count anew: a clock was set back.
  void record(SensorHandle handle, const Reading& reading, MonotonicTime now);

  // The id of one sensor of the owner, for messages; empty: it has none.
  [[nodiscard]] std::string sensor_of(OwnerId owner) const;
  // Sorted by node, source and sensor.
  [[nodiscard]] std::vector<SensorView> view(MonotonicTime now) const;
  // Changes whenever sensors come or go.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }

 private:
  using Key = std::tuple<std::string, std::string, std::string>;
  using Count = std::variant<PowerIntegrator, CounterAccumulator>;
  struct Record {
    SensorPtr text;
    Count count;
    std::optional<OwnerId> owner;
    SensorHandle handle{};
    std::optional<MonotonicTime> last_reading;
    std::optional<UtcTime> last_time;
    std::optional<MonotonicTime> last_moved;  // counters: when the value last changed
    std::uint64_t last_counts = 0;
    MonotonicTime ownerless_since;
  };

  static Count new_count(const Sensor& sensor);
  static Key key_of(const Sensor& sensor);
  static void restart(Record& record);
  static SensorView view_of(const Record& record, MonotonicTime now);
  SensorHandle take(Record& record, OwnerId owner, const SensorPtr& text, MonotonicTime unbroken);
  void drop_unowned(OwnerId owner, std::span<const SensorPtr> kept, MonotonicTime now);

  std::map<Key, Record> records_;
  std::unordered_map<std::uint64_t, Record*> handles_;
  std::uint64_t next_handle_ = 1;
  std::uint64_t generation_ = 1;
};

}  // namespace joulemark
