#include "tests/measurement/simulation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "measurement/accumulator.h"

namespace joulemark::simulation {
namespace {

constexpr double kBefore = 75.0, kAfter = 30.0;  // s of telemetry around the window
constexpr double kIdleAround = 200.0;            // s of load around the window
constexpr double kScrapeJitter = 0.005;          // s

double normal(Random& random, double sigma) {
  return sigma > 0.0 ? std::normal_distribution<>(0.0, sigma)(random) : 0.0;
}

double exponential(Random& random, double mean) {
  return std::exponential_distribution<>(1.0 / mean)(random) + 1e-3;
}

double gamma(Random& random, double shape, double scale) {
  return std::gamma_distribution<>(shape, scale)(random) + 1e-3;
}

// Builds a load phase by phase between 0 and the window's end; what goes beyond is cut.
class Phases {
 public:
  explicit Phases(double duration)
      : duration_(duration), edges_{-kIdleAround, 0.0}, watts_{kIdleWatts} {}

  [[nodiscard]] bool full() const { return edges_.back() >= duration_; }
  [[nodiscard]] double now() const { return edges_.back(); }

  void add(double seconds, double watts) {
    const double end = std::min(edges_.back() + seconds, duration_);
    if (end <= edges_.back()) return;
    edges_.push_back(end);
    watts_.push_back(watts);
  }

  Load finish() {
    edges_.push_back(duration_ + kIdleAround);
    watts_.push_back(kIdleWatts);
    return {std::move(edges_), std::move(watts_)};
  }

 private:
  double duration_;
  std::vector<double> edges_, watts_;
};

void add_pulses(Phases& phases, double period, Random& random) {
  const double duty = uniform(random, 0.3, 0.7);
  const double phase = uniform(random, 0.0, period);
  phases.add(std::max(0.0, duty * period - phase), kBusyWatts);
  phases.add(period - std::max(phase, duty * period), kIdleWatts);
  while (!phases.full()) {
    phases.add(duty * period, kBusyWatts);
    phases.add((1.0 - duty) * period, kIdleWatts);
  }
}

void add_ramp(Phases& phases, double duration) {
  constexpr int kSteps = 1200;
  for (int i = 0; i < kSteps; ++i)
    phases.add(duration / kSteps, kIdleWatts + (kBusyWatts - kIdleWatts) * (i + 0.5) / kSteps);
}

// Random on and off times of a shared machine.
void add_bursts(Phases& phases, Random& random) {
  for (bool on = uniform(random, 0, 1) < 0.5; !phases.full(); on = !on)
    phases.add(exponential(random, on ? 2.0 : 4.0), on ? uniform(random, 0.7, 1.0) * kBusyWatts
                                                       : uniform(random, 1.0, 1.3) * kIdleWatts);
}

// Steps of about half a second, a dip in each, and a checkpoint every two minutes.
void add_training(Phases& phases, Random& random) {
  const double step = uniform(random, 0.42, 0.58);
  double checkpoint = uniform(random, 20.0, 120.0);
  while (!phases.full()) {
    if (phases.now() >= checkpoint) {
      phases.add(6.0, 1.2 * kIdleWatts);
      checkpoint += 120.0;
      continue;
    }
    const double length = step * (1.0 + normal(random, 0.01));
    phases.add(0.76 * length, kBusyWatts * (1.0 + normal(random, 0.01)));
    phases.add(0.24 * length, 0.55 * kBusyWatts);
  }
}

// Prefill, decode, wait.
void add_serving(Phases& phases, Random& random) {
  while (!phases.full()) {
    phases.add(gamma(random, 2.0, 0.15), uniform(random, 0.9, 1.0) * kBusyWatts);
    phases.add(gamma(random, 2.0, 1.5), uniform(random, 0.55, 0.7) * kBusyWatts);
    phases.add(exponential(random, 0.3), 1.1 * kIdleWatts);
  }
}

double quantised(double value, double step, bool floor) {
  if (step <= 0.0) return value;
  return (floor ? std::floor(value / step) : std::round(value / step)) * step;
}

// When the value that is read at t was true.
class Latch {
 public:
  Latch(const SensorModel& sensor, Random& random)
      : hold_(sensor.hold),
        phase_(uniform(random, 0.0, 1.0) * sensor.hold),
        latency_(uniform(random, sensor.latency_min, sensor.latency_max)) {}
  [[nodiscard]] double operator()(double t) const {
    const double true_at = t - latency_;
    return hold_ > 0.0 ? std::floor((true_at - phase_) / hold_) * hold_ + phase_ : true_at;
  }

 private:
  double hold_, phase_, latency_;
};

struct Sample {
  double t = 0.0;      // true time of the reading
  double value = 0.0;  // W, or J without wraps of the counter
};

bool inside(const std::optional<Outage>& outage, double t) {
  return outage && t > outage->begin && t < outage->end;
}

// What the sensor says at each moment.
std::vector<Sample> read_all(const Load& load, const SensorModel& s, const Unit& unit,
                             const std::vector<double>& moments, const Events& events,
                             Random& random) {
  const Latch latch(s, random);
  const double start = uniform(random, 0.0, 1e6);  // count of a counter at first sight
  double latched_at = -std::numeric_limits<double>::infinity(), noise = 0.0;
  std::vector<Sample> samples;
  samples.reserve(moments.size());
  for (double t : moments) {
    if (inside(events.gap, t)) continue;
    const double at = latch(t);
    if (s.kind == SeriesKind::kCounter) {
      samples.push_back({t, quantised(unit.gain * load.energy(at) + start, s.resolution, true)});
      continue;
    }
    if (at != latched_at) noise = normal(random, s.noise);
    latched_at = at;
    const double watts = s.averaging > 0.0 ? load.mean(at, s.averaging) : load.power(at);
    samples.push_back({t, quantised(std::max(0.0, unit.gain * watts + unit.offset + noise),
                                    s.resolution, s.floor)});
  }
  return samples;
}

Metrology metrology_of(const SensorModel& s) {
  Metrology m;
  m.averaging = from_seconds(s.averaging);
  if (s.update_known) m.update_interval = from_seconds(s.hold);
  m.latency_min = from_seconds(s.latency_min);
  m.latency_max = from_seconds(s.latency_max);
  m.resolution = s.resolution;
  m.rounding = s.floor ? Rounding::kFloor : Rounding::kRound;
  m.sampling = s.stratified ? Sampling::kStratified : Sampling::kPeriodic;
  if (s.page) m.sampling_interval = from_seconds(s.reading_interval);
  m.accuracy.relative = s.gain;
  m.accuracy.absolute = Watts(s.kind == SeriesKind::kCounter ? 0.0 : s.offset);
  m.accuracy.group = "simulated/model";
  m.accuracy.source = AccuracySource::kDatasheet;
  if (s.modulus > 0.0) m.modulus = Joules(s.modulus);
  if (s.kind == SeriesKind::kCounter) m.ceiling = Watts(2000.0);
  if (s.evidence) {
    m.power_min = Bound{Watts(250.0), BoundsSource::kMeasuredIdle};
    m.power_max = Bound{Watts(1100.0), BoundsSource::kNameplate};
  }
  return m;
}

// Without exporter: each scrape reads the device.
void take_raw(Series& series, const SensorModel& s, const std::vector<Sample>& samples,
              double clock_offset) {
  for (const Sample& sample : samples) {
    series.time.push_back(utc(sample.t + clock_offset));
    series.value.push_back(s.modulus > 0.0 ? std::fmod(sample.value, s.modulus) : sample.value);
  }
}

// The exporter's own accumulators, so that the page is the one that is served.
class Page {
 public:
  Page(const SensorModel& model, const Metrology& metrology) : model_(model) {
    sensor_.metrology = metrology;
    if (counts()) {
      sensor_.joules_per_count = model.resolution;
      sensor_.modulus_counts = static_cast<std::uint64_t>(model.modulus / model.resolution);
    }
    restart();
  }
  void restart() {
    counter_.emplace(sensor_);
    integrator_.emplace(sensor_.metrology);
  }
  void add(UtcTime time, double value) {
    if (!counts()) return integrator_->add(time, Watts(value));
    auto count = static_cast<std::uint64_t>(std::llround(value / model_.resolution));
    if (sensor_.modulus_counts > 0) count %= sensor_.modulus_counts;
    counter_->add(time, EnergyCount{count});
  }
  // One scrape; nothing before the first reading. A reading served twice is one sample (I-2).
  void scrape_into(Series& series) const {
    const auto state = counts() ? counter_->state() : integrator_->state();
    if (!state || (!series.time.empty() && series.time.back() == state->time)) return;
    series.time.push_back(state->time);
    series.value.push_back((counts() ? counter_->energy() : integrator_->energy()).value());
    if (!counts()) series.variance.push_back(state->variance);
    series.uncovered.push_back(state->uncovered);
    series.resets.push_back(static_cast<double>(state->resets));
    series.start.push_back(state->start);
    if (!model_.extremes) return;
    const double none = std::numeric_limits<double>::quiet_NaN();
    series.power_min.push_back(state->extremes ? state->extremes->min.value() : none);
    series.power_max.push_back(state->extremes ? state->extremes->max.value() : none);
  }

 private:
  [[nodiscard]] bool counts() const { return model_.kind == SeriesKind::kCounter; }

  const SensorModel& model_;
  Sensor sensor_;
  std::optional<CounterAccumulator> counter_;
  std::optional<PowerIntegrator> integrator_;
};

std::vector<double> scrape_moments(const SensorModel& s, double duration, const Events& events,
                                   Random& random) {
  std::vector<double> moments;
  for (double t = -kBefore + uniform(random, 0.0, s.scrape_interval); t < duration + kAfter;
       t += s.scrape_interval) {
    const double at = t + normal(random, kScrapeJitter);
    const bool down = events.restart && at > events.restart->begin &&
                      at < events.restart->end + events.hidden_after_restart;
    if (!down) moments.push_back(at);
  }
  return moments;
}

void take_page(Series& series, const SensorModel& s, const std::vector<Sample>& samples,
               double duration, double clock_offset, const Events& events, Random& random) {
  Page page(s, series.metrology);
  bool restarted = !events.restart;
  auto next = samples.begin();
  for (double scrape : scrape_moments(s, duration, events, random)) {
    for (; next != samples.end() && next->t <= scrape; ++next) {
      if (inside(events.restart, next->t)) continue;
      if (!restarted && next->t >= events.restart->end) {
        page.restart();
        restarted = true;
      }
      page.add(utc(next->t + clock_offset), next->value);
    }
    page.scrape_into(series);
  }
}

}  // namespace

double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<>(low, high)(random);
}

Load::Load(std::vector<double> edges, std::vector<double> watts)
    : edges_(std::move(edges)), watts_(std::move(watts)), energy_{0.0} {
  for (std::size_t i = 0; i < watts_.size(); ++i)
    energy_.push_back(energy_.back() + watts_[i] * (edges_[i + 1] - edges_[i]));
}

double Load::energy(double t) const {
  const auto after = std::upper_bound(edges_.begin() + 1, edges_.end() - 1, t);
  const auto i = static_cast<std::size_t>(after - edges_.begin() - 1);
  return energy_[i] + watts_[i] * (t - edges_[i]);
}

double Load::power(double t) const {
  const auto after = std::upper_bound(edges_.begin() + 1, edges_.end() - 1, t);
  return watts_[static_cast<std::size_t>(after - edges_.begin() - 1)];
}

double Load::mean(double t, double window) const {
  return (energy(t) - energy(t - window)) / window;
}

Load make_load(const LoadModel& model, double duration, Random& random) {
  Phases phases(duration);
  switch (model.shape) {
    case Shape::kConstant:
      phases.add(duration, kBusyWatts);
      break;
    case Shape::kPulses:
      add_pulses(phases, model.period, random);
      break;
    case Shape::kRamp:
      add_ramp(phases, duration);
      break;
    case Shape::kBursts:
      add_bursts(phases, random);
      break;
    case Shape::kTraining:
      add_training(phases, random);
      break;
    case Shape::kServing:
      add_serving(phases, random);
      break;
  }
  return phases.finish();
}

SensorModel perfect(SensorModel sensor) {
  sensor.gain = sensor.offset = sensor.noise = 0.0;
  return sensor;
}

Unit draw_unit(const SensorModel& sensor, Random& random) {
  return {1.0 + uniform(random, -1.0, 1.0) * sensor.gain,
          uniform(random, -1.0, 1.0) * sensor.offset};
}

std::vector<double> reading_moments(const SensorModel& sensor, double duration, Random& random) {
  const double h = sensor.reading_interval;
  const double phase = uniform(random, 0.0, h);
  std::vector<double> moments;
  for (double stratum = -kBefore; stratum < duration + kAfter; stratum += h)
    moments.push_back(sensor.stratified ? stratum + uniform(random, 0.0, h)
                                        : stratum + phase + normal(random, kScrapeJitter));
  std::sort(moments.begin(), moments.end());
  return moments;
}

Series observe(const Load& load, const SensorModel& sensor, const Unit& unit,
               const std::vector<double>& moments, double duration, double clock_offset,
               const Events& events, Random& random) {
  Series series;
  series.kind = sensor.kind;
  series.metrology = metrology_of(sensor);
  series.source = "simulated";
  const std::vector<Sample> samples = read_all(load, sensor, unit, moments, events, random);
  if (sensor.page)
    take_page(series, sensor, samples, duration, clock_offset, events, random);
  else
    take_raw(series, sensor, samples, clock_offset);
  return series;
}

UtcTime utc(double seconds_since_start) {
  constexpr std::int64_t kStart = 1'767'225'600;  // 2026-01-01
  return UtcTime(std::chrono::seconds(kStart) + from_seconds(seconds_since_start));
}

}  // namespace joulemark::simulation
