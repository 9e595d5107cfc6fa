// U never falls when something gets worse: the clock, a bound, a gap.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "measurement/window_energy.h"
#include "tests/measurement/made_series.h"

namespace joulemark {
namespace {

using made::at;
using made::every;
using made::RandomLoad;
using made::window;

constexpr double kRounding = 1.0 - 1e-12;

// Perfect gain, so that nothing hides an edge, a gap or the clock.
std::vector<Series> series_of(std::uint64_t seed) {
  const RandomLoad load(seed, 130.0);
  const auto energy = [&](double t) { return load.energy(0.0, t); };
  const auto power = [&](double t) { return load.power(t); };
  std::vector<Series> all = {
      made::average_gauge(
          every(1.0, 1.0, 120.0), [&](double t) { return load.energy(t - 1.0, t); }, 1.0),
      made::stratified_gauge(made::strata(seed, 1.0, 0.0, 120.0), power),
      made::counter(made::strata(seed, 5.0, 0.0, 120.0), energy),
      made::integrated(made::strata(seed, 5.0, 0.0, 120.0), energy, 0.1)};
  for (auto& series : all) series.metrology.accuracy.absolute = Watts(0.5);
  return all;
}

class Monotone : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(Monotone, InTheBoundOfTheClock) {
  for (const Series& series : series_of(GetParam())) {
    double before = 0.0;
    for (const double delta : {0.0, 0.001, 0.05, 0.1, 0.29, 0.31, 0.5, 0.77, 1.0}) {
      const double U = window_energy(series, window(20.3, 99.9), delta).combined.U;
      EXPECT_GE(U, before * kRounding) << delta;
      before = U;
    }
  }
}

TEST_P(Monotone, InTheLimitsOfThePower) {
  for (Series series : series_of(GetParam())) {
    double before = 0.0;
    for (const double wider : {0.0, 1.0, 20.0, 100.0, 250.0}) {
      series.metrology.power_min = Bound{Watts(290.0 - wider), BoundsSource::kMeasuredIdle};
      series.metrology.power_max = Bound{Watts(1010.0 + 4.0 * wider), BoundsSource::kNameplate};
      const auto result = window_energy(series, window(20.3, 99.9), 0.1);
      EXPECT_FALSE(result.codes.contains(Code::kBoundsExceeded));
      EXPECT_GE(result.combined.U, before * kRounding) << wider;
      before = result.combined.U;
    }
  }
}

TEST_P(Monotone, InTheObservedExtremes) {
  for (Series series : series_of(GetParam())) {
    if (series.kind == SeriesKind::kGauge) continue;
    double before = 0.0;
    for (const double wider : {0.0, 1.0, 20.0, 100.0, 250.0}) {
      series.power_min.assign(series.time.size(), 290.0 - wider);
      series.power_max.assign(series.time.size(), 1010.0 + 4.0 * wider);
      const double U = window_energy(series, window(20.3, 99.9), 0.1).combined.U;
      EXPECT_GE(U, before * kRounding) << wider;
      before = U;
    }
  }
}

// Between wide limits, so that what a gap hides outweighs what its neighbours happen to say.
TEST_P(Monotone, InTheLengthOfAGap) {
  const RandomLoad load(GetParam(), 130.0, 990.0, 1010.0);
  Series series = made::average_gauge(
      every(1.0, 1.0, 120.0), [&](double t) { return load.energy(t - 1.0, t); }, 1.0);
  series.metrology.power_min = Bound{Watts(0.0), BoundsSource::kDevice};
  series.metrology.power_max = Bound{Watts(2000.0), BoundsSource::kDevice};
  double before = window_energy(series, window(10.0, 110.0), 0.1).combined.U;
  for (int length = 3; length <= 19; ++length) {
    Series holed = series;
    holed.time.clear();
    holed.value.clear();
    for (std::size_t i = 0; i < series.time.size(); ++i) {
      if (series.time[i] > at(50.5) && series.time[i] < at(50.5 + length)) continue;
      holed.time.push_back(series.time[i]);
      holed.value.push_back(series.value[i]);
    }
    const auto result = window_energy(holed, window(10.0, 110.0), 0.1);
    ASSERT_FALSE(result.refused) << length;
    EXPECT_GE(result.combined.U, before * kRounding) << length;
    before = result.combined.U;
  }
}

TEST_P(Monotone, InUncoveredTime) {
  const RandomLoad load(GetParam(), 130.0, 990.0, 1010.0);
  Series series = made::integrated(
      every(5.0, 0.0, 120.0), [&](double t) { return load.energy(0.0, t); }, 0.1);
  double before = 0.0;
  for (const double length : {0.0, 0.1, 1.0, 2.0, 5.0, 10.0}) {
    series.uncovered.clear();
    for (const auto time : series.time) series.uncovered.push_back(time < at(52.0) ? 0.0 : length);
    const double U = window_energy(series, window(10.3, 110.2), 0.1).combined.U;
    EXPECT_GE(U, before * kRounding) << length;
    before = U;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Monotone, ::testing::Range<std::uint64_t>(1, 26));

}  // namespace
}  // namespace joulemark
