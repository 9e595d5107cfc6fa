// Loads whose energy is known exactly, and what sensors, exporters and scrapes make of them: the
// world that the Monte Carlo tests of METHOD need. Times are seconds since the window's start; the
// load steps exactly at the window's edges, with idle power before and after.
#pragma once

#include <optional>
#include <random>
#include <vector>

#include "measurement/series.h"

namespace joulemark::simulation {

// Sanitizers find their faults in few trials; statistics need many.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

using Random = std::mt19937_64;

double uniform(Random& random, double low, double high);

// Piecewise constant power.
class Load {
 public:
  // edges has one entry more than watts; ascending.
  Load(std::vector<double> edges, std::vector<double> watts);
  [[nodiscard]] double energy(double t) const;  // J since the first edge
  [[nodiscard]] double power(double t) const;
  [[nodiscard]] double mean(double t, double window) const;  // over the window before t

 private:
  std::vector<double> edges_, watts_, energy_;
};

enum class Shape { kConstant, kPulses, kRamp, kBursts, kTraining, kServing };

struct LoadModel {
  Shape shape = Shape::kConstant;
  double period = 0.0;  // s, of pulses
};

inline constexpr double kIdleWatts = 300.0, kBusyWatts = 1000.0;

Load make_load(const LoadModel& model, double duration, Random& random);

// A span without readings (the exporter lives on) or without exporter.
struct Outage {
  double begin = 0.0, end = 0.0;
};

// How the value comes about, how it is read, and what the series says of itself.
struct SensorModel {
  SeriesKind kind = SeriesKind::kGauge;
  double reading_interval = 1.0;  // h; of the scrapes where there is no exporter
  double scrape_interval = 1.0;   // of the exporter's page
  double averaging = 0.0;         // W
  double hold = 0.0;              // Tu: the value stands still in between
  double latency_min = 0.0, latency_max = 0.0;
  double resolution = 0.0;  // W, or J of a counter
  double modulus = 0.0;     // J; 0: none
  double gain = 0.01;       // limits of error
  double offset = 2.0;      // W, gauges and power sensors
  double noise = 3.0;       // W, standard deviation of one reading
  bool page = false;        // served by the exporter: reading times, variance, start, extremes
  bool stratified = false;
  bool floor = false;
  bool update_known = true;
  bool extremes = true;   // with page
  bool evidence = false;  // p_min 250 W measured idle, p_max 1100 W nameplate
};

// The same sensor without gain, offset and noise, and said to be so: nothing hides the edges.
SensorModel perfect(SensorModel sensor);

// One unit of the sensor, drawn once per trial.
struct Unit {
  double gain = 1.0;
  double offset = 0.0;  // W
};
Unit draw_unit(const SensorModel& sensor, Random& random);

// Moments of the readings, ascending; those of one read pass are shared by its sensors.
std::vector<double> reading_moments(const SensorModel& sensor, double duration, Random& random);

struct Events {
  std::optional<Outage> gap;
  std::optional<Outage> restart;      // the exporter is down, and starts again at its end
  double hidden_after_restart = 0.0;  // s in which no scrape succeeds
};

// The series as the query has it. clock_offset: telemetry time minus true time, s.
Series observe(const Load& load, const SensorModel& sensor, const Unit& unit,
               const std::vector<double>& moments, double duration, double clock_offset,
               const Events& events, Random& random);

UtcTime utc(double seconds_since_start);

}  // namespace joulemark::simulation
