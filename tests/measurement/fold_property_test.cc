// The live counter and the energy computed afterwards obey one rule: folding readings through the
// accumulator equals the window energy of the same readings, when the window's edges are readings.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "measurement/accumulator.h"
#include "measurement/timing.h"
#include "measurement/window_energy.h"
#include "tests/measurement/made_series.h"

namespace joulemark {
namespace {

using made::at;
using made::RandomLoad;
using made::u_of;

constexpr double kDuration = 90.0;
constexpr std::uint64_t kSeeds = 25;

// One page of the exporter per reading.
void take_page(Series& series, const EnergyState& state, double energy) {
  series.time.push_back(state.time);
  series.value.push_back(energy);
  series.variance.push_back(state.variance);
  series.uncovered.push_back(state.uncovered);
  series.resets.push_back(static_cast<double>(state.resets));
  series.start.push_back(state.start);
  series.power_min.push_back(state.extremes ? state.extremes->min.value() : std::nan(""));
  series.power_max.push_back(state.extremes ? state.extremes->max.value() : std::nan(""));
}

Series fold_power(const Series& readings) {
  Series page;
  page.kind = SeriesKind::kIntegrated;
  page.metrology = readings.metrology;
  page.metrology.sampling_interval = std::chrono::milliseconds(100);
  PowerIntegrator integrator(page.metrology);
  for (std::size_t i = 0; i < readings.time.size(); ++i) {
    integrator.add(readings.time[i], Watts(readings.value[i]));
    take_page(page, *integrator.state(), integrator.energy().value());
  }
  return page;
}

class Fold : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(Fold, OfPowerEqualsTheWindowEnergyOfItsReadings) {
  const RandomLoad load(GetParam(), kDuration);
  const auto times = made::strata(GetParam(), 0.1, 0.0, kDuration);
  const Series readings = made::stratified_gauge(times, [&](double t) { return load.power(t); });
  const Series page = fold_power(readings);
  const std::size_t from = 70, to = times.size() - 70;
  const Window window{readings.time[from], readings.time[to]};

  const auto of_readings = window_energy(readings, window, 0.1);
  const auto of_page = window_energy(page, window, 0.1);
  const double fold = page.value[to] - page.value[from];
  EXPECT_NEAR(of_page.energy, fold, 1e-10 * fold);
  EXPECT_NEAR(of_readings.energy, fold, 1e-10 * fold);
  EXPECT_NEAR(u_of(of_page, "integration"), u_of(of_readings, "integration"),
              1e-9 * u_of(of_page, "integration"));
  EXPECT_TRUE(of_page.codes.empty());
}

TEST_P(Fold, OfPowerFillsTheSameTimeThatItLeftUncovered) {
  const RandomLoad load(GetParam(), kDuration);
  auto times = made::strata(GetParam(), 0.1, 0.0, kDuration);
  std::erase_if(times, [](double t) { return t > 40.0 && t < 46.0; });
  const Series page =
      fold_power(made::stratified_gauge(times, [&](double t) { return load.power(t); }));
  const std::size_t from = 70, to = times.size() - 70;
  const Window window{page.time[from], page.time[to]};
  const auto result = window_energy(page, window, 0.1);
  const double fold = page.value[to] - page.value[from];
  EXPECT_NEAR(result.energy - result.filled, fold, 1e-10 * fold);
  EXPECT_GT(page.uncovered[to], 6.0);
  EXPECT_TRUE(result.codes.contains(Code::kGap));
}

// A device of 2^16 J in microjoules, read 10 times a second, from a random value on.
Sensor wrapping_sensor() {
  Sensor sensor;
  sensor.quantity = QuantityKind::kEnergy;
  sensor.joules_per_count = 1e-6;
  sensor.modulus_counts = 5'000'000'000;
  sensor.metrology.update_interval = Duration(0);
  sensor.metrology.resolution = 1e-6;
  sensor.metrology.ceiling = Watts(2000.0);
  return sensor;
}

TEST_P(Fold, OfACounterEqualsTheWindowEnergyOfItsCountsAcrossWraps) {
  const RandomLoad load(GetParam(), kDuration);
  const Sensor sensor = wrapping_sensor();
  CounterAccumulator accumulator(sensor);
  Series page, raw;
  page.kind = raw.kind = SeriesKind::kCounter;
  page.metrology = raw.metrology = sensor.metrology;
  raw.metrology.modulus =
      Joules(static_cast<double>(sensor.modulus_counts) * sensor.joules_per_count);
  for (const double t : made::strata(GetParam(), 0.1, 0.0, kDuration)) {
    const auto counts =
        (GetParam() * 123'456'789 + static_cast<std::uint64_t>(load.energy(0.0, t) * 1e6)) %
        sensor.modulus_counts;
    accumulator.add(at(t), EnergyCount{counts});
    take_page(page, *accumulator.state(), accumulator.energy().value());
    raw.time.push_back(at(t));
    raw.value.push_back(static_cast<double>(counts) * sensor.joules_per_count);
  }
  const std::size_t from = 70, to = page.time.size() - 70;
  const Window window{page.time[from], page.time[to]};
  const double fold = page.value[to] - page.value[from];
  ASSERT_GT(fold, 2.0 * raw.metrology.modulus->value()) << "wraps at least twice";
  const auto of_page = window_energy(page, window, 0.1);
  const auto of_raw = window_energy(raw, window, 0.1);
  EXPECT_NEAR(of_page.energy, fold, 1e-10 * fold);
  EXPECT_NEAR(of_raw.energy, fold, 1e-10 * fold);
  EXPECT_TRUE(of_page.codes.empty());
  EXPECT_TRUE(of_raw.codes.empty());
  const double truth =
      load.energy(seconds_since(at(0.0), window.start), seconds_since(at(0.0), window.end));
  EXPECT_NEAR(of_page.energy, truth, of_page.combined.U + 2e-6);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Fold, ::testing::Range<std::uint64_t>(1, kSeeds + 1));

}  // namespace
}  // namespace joulemark
