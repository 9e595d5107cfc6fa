#include "measurement/accumulator.h"

#include <algorithm>
#include <cmath>

#include "measurement/bounds.h"
#include "measurement/timing.h"

namespace joulemark {
namespace {

constexpr double kReadJitter = 0.010;   // s
constexpr double kShortestGap = 3.0;    // s (I-1)
constexpr double kGapSteps = 3.0;       // I-1
constexpr std::size_t kMostLag = 4096;  // readings; a sensor read that often is aliasing anyway

double interval_of(const Metrology& metrology) {
  return metrology.sampling_interval ? std::max(0.0, seconds(*metrology.sampling_interval)) : 0.0;
}

// m of G-7.
std::size_t lag_of(const Timing& timing) {
  const double lag =
      timing.interval > 0.0 ? std::ceil(timing.update / timing.interval - 1e-9) : 1.0;
  return static_cast<std::size_t>(std::clamp(lag, 1.0, static_cast<double>(kMostLag)));
}

}  // namespace

CounterAccumulator::CounterAccumulator(const Sensor& sensor)
    : joules_per_count_(sensor.joules_per_count),
      modulus_(sensor.modulus_counts),
      ceiling_(ceiling_of(sensor.metrology)) {
  const double update = timing_of(sensor.metrology, interval_of(sensor.metrology)).update;
  slack_ = 2.0 * update + kReadJitter;
  rate_span_ = std::max(kShortestRate, 2.0 * update);
}

void CounterAccumulator::begin(UtcTime time, EnergyCount count) {
  state_ = EnergyState{.start = time, .time = time, .power = {}, .extremes = {}};
  last_ = count;
  rate_time_ = time;
}

void CounterAccumulator::add(UtcTime time, EnergyCount count, bool began_anew) {
  if (!state_) return begin(time, count);
  if (time <= state_->time) return;
  const double dt = seconds_since(state_->time, time);
  if (count != last_) last_moved_ = time;
  const auto counts = began_anew ? std::nullopt : advance(count, dt);
  if (!counts) ++state_->resets;
  if (counts && !wraps_unknown(dt)) {
    counts_ += *counts;
    state_->power = Watts(static_cast<double>(*counts) * joules_per_count_ / dt);
    take_rate(time);
  } else {
    skip_interval(time, dt);
  }
  state_->time = time;
  last_ = count;
}

std::optional<std::uint64_t> CounterAccumulator::advance(EnergyCount count, double dt) const {
  const bool fell = count < last_;
  if (fell && (modulus_ == 0 || !ceiling_)) return {};
  if (fell && last_.counts - count.counts > modulus_) return {};
  const std::uint64_t counts = count.counts - last_.counts + (fell ? modulus_ : 0);
  const double joules = static_cast<double>(counts) * joules_per_count_;
  if (ceiling_ && joules > *ceiling_ * (dt + slack_)) return {};
  return counts;
}

bool CounterAccumulator::wraps_unknown(double dt) const {
  if (modulus_ == 0 || !ceiling_) return false;
  return *ceiling_ * (dt + slack_) > static_cast<double>(modulus_) * joules_per_count_;
}

void CounterAccumulator::skip_interval(UtcTime time, double dt) {
  state_->uncovered += dt;
  state_->power.reset();
  rate_time_ = time;
  rate_counts_ = counts_;
}

void CounterAccumulator::take_rate(UtcTime time) {
  const double dt = seconds_since(rate_time_, time);
  if (dt < rate_span_) return;
  const auto counts = static_cast<double>(counts_ - rate_counts_);
  extremes_.add(time, Watts(counts * joules_per_count_ / dt));
  rate_time_ = time;
  rate_counts_ = counts_;
}

std::optional<EnergyState> CounterAccumulator::state() const {
  auto state = state_;
  if (state) state->extremes = extremes_.at(state->time);
  return state;
}

Joules CounterAccumulator::energy() const {
  return Joules(static_cast<double>(counts_) * joules_per_count_);
}

PowerIntegrator::PowerIntegrator(const Metrology& metrology) {
  const Timing timing = timing_of(metrology, interval_of(metrology));
  contiguous_ = timing.contiguous && timing.interval > 0.0;
  longest_ = std::max(kShortestGap, kGapSteps * timing.step);
  past_.resize(lag_of(timing));
}

void PowerIntegrator::add(UtcTime time, Watts power) {
  if (!std::isfinite(power.value()) || power.value() < 0.0) return;
  if (!state_) {
    state_ = EnergyState{.start = time, .time = time, .power = power, .extremes = {}};
    return remember(time, power);
  }
  if (time <= state_->time) return;
  const double dt = seconds_since(state_->time, time);
  if (dt <= longest_) {
    energy_ += Joules(0.5 * (last_ + power).value() * dt);
    state_->variance += variance_step(time, power);
  } else {
    state_->uncovered += dt;
    seen_ = 0;
  }
  state_->time = time;
  state_->power = power;
  remember(time, power);
}

double PowerIntegrator::variance_step(UtcTime time, Watts power) const {
  if (contiguous_ || seen_ < past_.size()) return 0.0;
  const Past& before = past_[seen_ % past_.size()];
  const double step = seconds_since(before.time, time) * (power - before.power).value();
  return 0.5 * step * step / static_cast<double>(past_.size());
}

void PowerIntegrator::remember(UtcTime time, Watts power) {
  past_[seen_ % past_.size()] = {time, power};
  ++seen_;
  last_ = power;
  extremes_.add(time, power);
}

std::optional<EnergyState> PowerIntegrator::state() const {
  auto state = state_;
  if (state) state->extremes = extremes_.at(state->time);
  return state;
}

}  // namespace joulemark
