// Whatever comes in, what comes out is refused or a number: never NaN, never a crash.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "measurement/accumulator.h"
#include "measurement/window_energy.h"
#include "tests/measurement/made_series.h"

namespace joulemark {
namespace {

using made::at;
using made::window;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kMax = std::numeric_limits<double>::max();
constexpr std::array kKinds = {SeriesKind::kGauge, SeriesKind::kCounter, SeriesKind::kIntegrated};

bool refused_or_number(const SeriesEnergy& result) {
  if (result.refused) return result.energy == 0.0 && result.codes.contains(*result.refused);
  bool good = std::isfinite(result.energy) && result.energy >= 0.0 &&
              std::isfinite(result.combined.U) && std::isfinite(result.headline_U) &&
              result.headline_U >= result.combined.U && std::isfinite(result.gap_fraction) &&
              std::isfinite(result.alias_bound) && std::isfinite(result.longest_interval);
  for (const auto& line : result.budget) good = good && std::isfinite(line.u) && line.u >= 0.0;
  return good;
}

SeriesEnergy energy_of(SeriesKind kind, const std::vector<double>& times,
                       const std::vector<double>& values) {
  Series series;
  series.kind = kind;
  series.metrology.update_interval = Duration(0);
  for (const double time : times) series.time.push_back(at(time));
  series.value = values;
  return window_energy(series, window(0.0, 10.0), 0.1);
}

std::vector<double> seconds_0_to_10() { return made::every(1.0, 0.0, 10.0); }

TEST(HostileSeries, IsRefusedWhenEmptyOrOneSample) {
  for (const auto kind : kKinds) {
    EXPECT_TRUE(energy_of(kind, {}, {}).refused);
    EXPECT_TRUE(energy_of(kind, {5.0}, {100.0}).refused);
  }
}

TEST(HostileSeries, IsRefusedWhenNoValueIsANumber) {
  for (const auto kind : kKinds)
    for (const double value : {kNaN, kInf, -kInf})
      EXPECT_TRUE(energy_of(kind, seconds_0_to_10(), std::vector(11, value)).refused);
}

TEST(HostileSeries, IsRefusedWhenTimeStandsStillOrRunsBackwards) {
  for (const auto kind : kKinds) {
    std::vector<double> values(11);
    for (std::size_t i = 0; i < 11; ++i) values[i] = 100.0 * static_cast<double>(i);
    EXPECT_TRUE(energy_of(kind, std::vector(11, 5.0), values).refused);
    auto backwards = seconds_0_to_10();
    std::reverse(backwards.begin(), backwards.end());
    EXPECT_TRUE(energy_of(kind, backwards, values).refused);
  }
}

TEST(HostileSeries, IsRefusedWhenItsColumnsDoNotFit) {
  for (const auto kind : kKinds)
    EXPECT_TRUE(energy_of(kind, seconds_0_to_10(), std::vector(10, 1.0)).refused);
}

TEST(HostileSeries, IsRefusedWhenArithmeticOverflows) {
  for (const auto kind : kKinds) {
    std::vector<double> values(11, kMax);
    values[0] = 0.0;
    EXPECT_TRUE(energy_of(kind, seconds_0_to_10(), values).refused);
  }
}

TEST(HostileSeries, NeverGivesAnEnergyWithMetadataThatAreNoNumbers) {
  for (const auto kind : kKinds) {
    for (const double bad : {kNaN, kInf, -1.0}) {
      Series series;
      series.kind = kind;
      series.metrology.update_interval = Duration(0);
      for (const double time : seconds_0_to_10()) {
        series.time.push_back(at(time));
        series.value.push_back(kind == SeriesKind::kGauge ? 500.0 : 500.0 * time);
      }
      Series accuracy = series;
      accuracy.metrology.accuracy.relative = bad;
      EXPECT_TRUE(window_energy(accuracy, window(0.0, 10.0), 0.1).refused);
      series.metrology.resolution = bad;
      EXPECT_TRUE(window_energy(series, window(0.0, 10.0), 0.1).refused);
    }
  }
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  bool chance(double p) { return std::uniform_real_distribution<double>(0.0, 1.0)(engine_) < p; }
  double number(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  double wild() {
    constexpr std::array kWild = {kNaN,   kInf,  -kInf, -1.0,  0.0, -0.0,
                                  1e-320, 1e300, kMax,  -kMax, 1e9};
    return kWild[engine_() % kWild.size()];
  }
  Duration wild_duration() {
    constexpr std::array<std::int64_t, 7> kWild = {0,
                                                   -1,
                                                   1,
                                                   5'000'000'000,
                                                   -5'000'000'000,
                                                   std::numeric_limits<std::int64_t>::max(),
                                                   std::numeric_limits<std::int64_t>::min()};
    return Duration(kWild[engine_() % kWild.size()]);
  }
  template <class T, std::size_t N>
  T one_of(const std::array<T, N>& values) {
    return values[engine_() % N];
  }

 private:
  std::mt19937_64 engine_;
};

Metrology wild_metrology(Random& random) {
  Metrology m;
  if (random.chance(0.8)) m.update_interval = Duration(0);
  if (random.chance(0.1)) m.update_interval = random.wild_duration();
  if (random.chance(0.1)) m.averaging = random.wild_duration();
  if (random.chance(0.1)) m.sampling_interval = random.wild_duration();
  if (random.chance(0.1)) m.latency_max = random.wild_duration();
  if (random.chance(0.1)) m.observed_ratio = random.wild();
  if (random.chance(0.1)) m.resolution = random.wild();
  if (random.chance(0.1)) m.power_min = Bound{Watts(random.wild()), BoundsSource::kDevice};
  if (random.chance(0.1)) m.power_max = Bound{Watts(random.wild()), BoundsSource::kDevice};
  if (random.chance(0.2)) m.modulus = Joules(random.chance(0.5) ? 3000.0 : random.wild());
  if (random.chance(0.2)) m.ceiling = Watts(random.chance(0.5) ? 2000.0 : random.wild());
  if (random.chance(0.1)) m.accuracy.relative = random.wild();
  if (random.chance(0.1)) m.accuracy.dof = random.wild();
  if (random.chance(0.1)) m.accuracy.common = random.wild();
  if (random.chance(0.5)) m.accuracy.group = "g";
  if (random.chance(0.5)) m.sampling = Sampling::kStratified;
  return m;
}

void add_wild_column(Random& random, std::vector<double>& column, std::size_t n, double low,
                     double high) {
  if (random.chance(0.5)) return;
  for (std::size_t i = 0; i < n; ++i)
    column.push_back(random.chance(0.02) ? random.wild() : random.number(low, high));
}

Series wild_series(Random& random) {
  Series series;
  series.kind = random.one_of(kKinds);
  series.metrology = wild_metrology(random);
  const bool gauge = series.kind == SeriesKind::kGauge;
  const auto n = static_cast<std::size_t>(random.number(0.0, 40.0));
  double time = random.number(-10.0, 0.0), energy = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    time += random.number(random.chance(0.05) ? -2.0 : 0.0, 1.5);
    energy += random.number(0.0, 1000.0);
    series.time.push_back(random.chance(0.01) ? UtcTime(random.wild_duration()) : at(time));
    const double tame = gauge ? random.number(300.0, 1000.0) : energy;
    series.value.push_back(random.chance(0.03) ? random.wild() : tame);
  }
  add_wild_column(random, series.variance, n, 0.0, 10.0);
  add_wild_column(random, series.uncovered, n, 0.0, 0.1);
  add_wild_column(random, series.resets, n, 0.0, 0.4);
  add_wild_column(random, series.power_min, n, 100.0, 200.0);
  add_wild_column(random, series.power_max, n, 1000.0, 2000.0);
  if (random.chance(0.2))
    for (std::size_t i = 0; i < n; ++i)
      series.start.push_back(random.chance(0.02) ? UtcTime(random.wild_duration()) : at(-50.0));
  return series;
}

TEST(HostileSeries, GivesANumberOrARefusalWhateverItHolds) {
  Random random(20260101);
  int numbers = 0;
  for (int round = 0; round < 20'000; ++round) {
    const Series series = wild_series(random);
    const Window some =
        random.chance(0.02)
            ? Window{UtcTime(random.wild_duration()), UtcTime(random.wild_duration())}
            : window(random.number(-2.0, 3.0), random.number(8.0, 30.0));
    const auto result = window_energy(series, some, random.chance(0.02) ? random.wild() : 0.1);
    ASSERT_TRUE(refused_or_number(result)) << "round " << round;
    if (!result.refused) ++numbers;
  }
  EXPECT_GT(numbers, 2'000) << "the test must reach the arithmetic";
}

TEST(HostileReadings, LeaveTheAccumulatorsFiniteAndRising) {
  Random random(42);
  for (int round = 0; round < 300; ++round) {
    PowerIntegrator integrator(wild_metrology(random));
    Sensor sensor;
    sensor.metrology = wild_metrology(random);
    sensor.joules_per_count = 1e-6;
    sensor.modulus_counts = random.chance(0.5) ? 1'000'000'000 : 0;
    CounterAccumulator accumulator(sensor);
    double time = 0.0, power_energy = 0.0;
    std::uint64_t counts = 0;
    for (int i = 0; i < 100; ++i) {
      time += random.number(-0.5, 2.0);
      const UtcTime moment = random.chance(0.02) ? UtcTime(random.wild_duration()) : at(time);
      const double power = random.chance(0.2) ? random.wild() : 500.0;
      if (power < 1e100) integrator.add(moment, Watts(power));
      accumulator.add(moment, EnergyCount{static_cast<std::uint64_t>(random.number(0.0, 2e9))});
      EXPECT_GE(integrator.energy().value(), power_energy);
      EXPECT_TRUE(std::isfinite(integrator.energy().value()));
      EXPECT_GE(accumulator.counts(), counts);
      power_energy = integrator.energy().value();
      counts = accumulator.counts();
    }
  }
}

}  // namespace
}  // namespace joulemark
