#include "tests/measurement/made_series.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace joulemark::made {
namespace {

const UtcTime kOrigin{std::chrono::seconds(1'750'000'000)};

Series series_of(SeriesKind kind, const std::vector<double>& times, const Function& value) {
  Series series;
  series.kind = kind;
  series.metrology.update_interval = Duration(0);
  for (const double time : times) {
    series.time.push_back(at(time));
    series.value.push_back(value(time));
  }
  return series;
}

}  // namespace

UtcTime at(double seconds) { return kOrigin + from_seconds(seconds); }

Window window(double from, double to) { return {at(from), at(to)}; }

RandomLoad::RandomLoad(std::uint64_t seed, double duration, double low, double high) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> length(0.05, 4.0), power(low, high);
  double energy = 0.0;
  for (double time = 0.0; time < duration;) {
    begin_.push_back(time);
    power_.push_back(power(random));
    energy_.push_back(energy);
    const double piece = length(random);
    energy += piece * power_.back();
    time += piece;
  }
}

double RandomLoad::power(double time) const {
  const auto next = std::upper_bound(begin_.begin(), begin_.end(), time);
  return next == begin_.begin() ? power_.front()
                                : power_[static_cast<std::size_t>(next - begin_.begin()) - 1];
}

double RandomLoad::energy(double from, double to) const {
  const auto until = [this](double time) {
    const auto next = std::upper_bound(begin_.begin(), begin_.end(), time);
    const auto piece =
        next == begin_.begin() ? 0 : static_cast<std::size_t>(next - begin_.begin()) - 1;
    return energy_[piece] + power_[piece] * (time - begin_[piece]);
  };
  return until(to) - until(from);
}

std::vector<double> every(double step, double from, double to) {
  std::vector<double> times;
  for (int i = 0; from + i * step <= to + 1e-9; ++i) times.push_back(from + i * step);
  return times;
}

std::vector<double> strata(std::uint64_t seed, double step, double from, double to) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> moment(0.0, step);
  std::vector<double> times;
  for (int i = 0; from + (i + 1) * step <= to; ++i)
    times.push_back(from + i * step + moment(random));
  return times;
}

Series average_gauge(const std::vector<double>& times, const Function& power, double averaging) {
  Series series = series_of(SeriesKind::kGauge, times, power);
  series.metrology.averaging = from_seconds(averaging);
  return series;
}

Series stratified_gauge(const std::vector<double>& times, const Function& power) {
  Series series = series_of(SeriesKind::kGauge, times, power);
  series.metrology.sampling = Sampling::kStratified;
  return series;
}

Series counter(const std::vector<double>& times, const Function& energy) {
  return series_of(SeriesKind::kCounter, times, energy);
}

Series integrated(const std::vector<double>& times, const Function& energy, double interval) {
  Series series = series_of(SeriesKind::kIntegrated, times, energy);
  series.metrology.sampling = Sampling::kStratified;
  series.metrology.sampling_interval = from_seconds(interval);
  series.variance.assign(times.size(), 0.0);
  return series;
}

UncertaintyComponent line_of(const SeriesEnergy& energy, std::string_view component) {
  Budget found;
  for (const auto& line : energy.budget)
    if (line.name == component) found.push_back(line);
  EXPECT_EQ(found.size(), 1u) << component;
  return found.empty() ? UncertaintyComponent{} : found.front();
}

double u_of(const SeriesEnergy& energy, std::string_view component) {
  return line_of(energy, component).u;
}

}  // namespace joulemark::made
