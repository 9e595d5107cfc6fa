// Running energy of one sensor from its readings (METHOD I-1, C-2): what the exporter serves. Fed
// by one thread, in order of time; the state is one consistent snapshot of one reading. A reading
// that is not later than the one before it is ignored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/sensor.h"
#include "core/units.h"
#include "measurement/trailing_extremes.h"

namespace joulemark {

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

// Energy counters: unwrapped in integer counts. A fall is a wrap only if modulus and ceiling are
// known and the power it would mean is plausible, else a reset; a forward jump above the ceiling is
// a reset too. The interval of a reset, and one in which the number of wraps is unknown, is
// uncovered. The ceiling is that of the metrology, else p_max with evidence.
class CounterAccumulator {
 public:
  explicit CounterAccumulator(const Sensor& sensor);
  // began_anew: as of Reading.
  void add(UtcTime time, EnergyCount count, bool began_anew = false);
  [[nodiscard]] std::optional<EnergyState> state() const;  // empty before the first reading
  [[nodiscard]] std::uint64_t counts() const {
    return counts_;
  }  // since start, in the device's unit
  [[nodiscard]] Joules energy() const;
  // A zone whose counter never moves is a phantom (METHOD S-1a).
  [[nodiscard]] std::optional<UtcTime> last_moved() const { return last_moved_; }

 private:
  void begin(UtcTime time, EnergyCount count);
  // Counts since the last reading; empty: the count began anew.
  [[nodiscard]] std::optional<std::uint64_t> advance(EnergyCount count, double dt) const;
  [[nodiscard]] bool wraps_unknown(double dt) const;
  void skip_interval(UtcTime time, double dt);
  void take_rate(UtcTime time);

  double joules_per_count_;
  std::uint64_t modulus_;
  std::optional<double> ceiling_;  // W
  double slack_;                   // s: by how much read moments may lie off the counter's updates
  double rate_span_;               // s, of the rates whose extremes are served
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
  struct Past {
    UtcTime time;
    Watts power;
  };
  [[nodiscard]] double variance_step(UtcTime time, Watts power) const;
  void remember(UtcTime time, Watts power);

  bool contiguous_ = false;
  double longest_ = 0.0;  // gmax, s
  Joules energy_;
  std::optional<EnergyState> state_;
  Watts last_;
  std::vector<Past> past_;  // ring of the last m readings (G-7), all of them allocated at once
  std::size_t seen_ = 0;    // readings since the last gap
  TrailingExtremes extremes_;
};

}  // namespace joulemark
