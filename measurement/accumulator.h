// Running energy of one sensor from its readings (METHOD I-1, C-2): what the exporter serves. Fed
// by one thread, in order of time; the state is one consistent snapshot of one reading.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/sensor.h"
#include "core/units.h"

namespace joulemark {

// Extremes over the last 60 s (METHOD S-4c), kept in one-second slots: never less than 60 s, at
// most 61 s. No allocation.
class TrailingExtremes {
 public:
  void add(UtcTime time, Watts power);
  struct Range {
    Watts min, max;
  };
  [[nodiscard]] std::optional<Range> at(UtcTime now) const;

 private:
  struct Slot {
    std::int64_t second = -1;
    Watts min, max;
  };
  std::array<Slot, 64> slots_{};
};

// The part that both kinds share with the page.
struct EnergyState {
  UtcTime start;               // time of the first reading: the baseline, not energy
  UtcTime time;                // time of the last reading, unshifted
  std::optional<Watts> power;  // last reading, or mean over the last interval of a counter
  double variance = 0.0;       // J^2 (I-1); 0 for counters
  double uncovered = 0.0;      // s
  std::uint64_t resets = 0;
  std::optional<TrailingExtremes::Range> extremes;
};

// Energy counters: unwrapped in integer counts; a fall is a wrap only if modulus and ceiling are
// known and the power it would mean is plausible, else a reset; an interval in which the number of
// wraps is unknown is uncovered.
class CounterAccumulator {
 public:
  explicit CounterAccumulator(const Sensor& sensor);
  void add(UtcTime time, EnergyCount count);
  [[nodiscard]] std::optional<EnergyState> state() const;  // empty before the first reading
  [[nodiscard]] std::uint64_t counts() const {
    return counts_;
  }  // since start, in the device's unit
  [[nodiscard]] Joules energy() const;
  // A zone whose counter never moves is a phantom (METHOD S-1a).
  [[nodiscard]] std::optional<UtcTime> last_moved() const { return last_moved_; }

 private:
  void count_interval(UtcTime time, EnergyCount count);
  void count_rate(UtcTime time);

  double joules_per_count_;
  std::uint64_t modulus_;
  std::optional<Watts> ceiling_;
  Duration slack_, rate_span_;
  std::optional<EnergyState> state_;
  EnergyCount last_;
  std::uint64_t counts_ = 0;
  std::optional<UtcTime> last_moved_;
  TrailingExtremes extremes_;
  UtcTime rate_time_;
  std::uint64_t rate_counts_ = 0;
};

// Power sensors: trapezoids over intervals up to gmax = max(3 s, 3 step), their sampling variance
// beside them; longer intervals are uncovered. Readings that are no numbers or negative are no
// readings (G-1).
class PowerIntegrator {
 public:
  explicit PowerIntegrator(const Metrology& metrology);
  void add(UtcTime time, Watts power);
  [[nodiscard]] std::optional<EnergyState> state() const;
  [[nodiscard]] Joules energy() const { return energy_; }

 private:
  [[nodiscard]] double variance_step(UtcTime time, Watts power) const;

  struct Past {
    UtcTime time;
    Watts power;
  };
  static constexpr std::size_t kMostLag = 256;  // m = ceil(Tu/h) of G-7 is bounded by it
  bool contiguous_;
  std::size_t lag_;
  Duration longest_;
  Joules energy_;
  std::optional<EnergyState> state_;
  std::array<Past, kMostLag> past_{};
  std::size_t seen_ = 0;  // readings since the last gap
  TrailingExtremes extremes_;
};

}  // namespace joulemark
