// What must not change an energy: where time begins, readings that come twice, samples without a
// value, and a wrap under a ceiling.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "measurement/window_energy.h"
#include "tests/measurement/made_series.h"

namespace joulemark {
namespace {

using made::every;
using made::RandomLoad;
using made::window;

void expect_same(const SeriesEnergy& a, const SeriesEnergy& b) {
  EXPECT_EQ(a.refused, b.refused);
  EXPECT_EQ(a.codes, b.codes);
  EXPECT_EQ(a.energy, b.energy);
  EXPECT_EQ(a.combined.U, b.combined.U);
  EXPECT_EQ(a.headline_U, b.headline_U);
  EXPECT_EQ(a.samples, b.samples);
  ASSERT_EQ(a.budget.size(), b.budget.size());
  for (std::size_t i = 0; i < a.budget.size(); ++i) {
    EXPECT_EQ(a.budget[i].name, b.budget[i].name);
    EXPECT_EQ(a.budget[i].u, b.budget[i].u);
  }
}

// One of each kind, of one random load.
std::vector<Series> series_of(std::uint64_t seed) {
  const RandomLoad load(seed, 130.0);
  const auto energy = [&](double t) { return 1e4 + load.energy(0.0, t); };
  auto average = made::average_gauge(
      every(1.0, 1.0, 120.0), [&](double t) { return load.energy(t - 1.0, t); }, 1.0);
  auto counter = made::counter(made::strata(seed, 5.0, 0.0, 120.0), energy);
  auto integrated = made::integrated(made::strata(seed, 5.0, 0.0, 120.0), energy, 0.1);
  integrated.power_min.assign(integrated.time.size(), 290.0);
  integrated.power_max.assign(integrated.time.size(), 1010.0);
  for (std::size_t i = 0; i < integrated.time.size(); ++i)
    integrated.variance[i] = static_cast<double>(i * i);
  for (Series* series : {&average, &counter, &integrated}) {
    series->metrology.accuracy.relative = 0.01;
    series->start.assign(series->time.size(), made::at(-100.0));
  }
  return {average, counter, integrated};
}

class Invariance : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(Invariance, OfWhereTimeBegins) {
  const Duration shift(static_cast<std::int64_t>(GetParam()) * 987'654'321'987 - 5'000'000'000);
  for (Series series : series_of(GetParam())) {
    const auto before = window_energy(series, window(20.3, 99.9), 0.1);
    for (auto& time : series.time) time += shift;
    for (auto& start : series.start) start += shift;
    const Window moved{made::at(20.3) + shift, made::at(99.9) + shift};
    expect_same(window_energy(series, moved, 0.1), before);
  }
}

template <class T>
void insert_at(std::vector<T>& column, std::size_t i, T value) {
  if (!column.empty()) column.insert(column.begin() + static_cast<std::ptrdiff_t>(i), value);
}

void repeat(Series& series, std::size_t i) {
  insert_at(series.time, i + 1, UtcTime(series.time[i]));
  insert_at(series.start, i + 1, UtcTime(series.start[i]));
  for (auto* column : {&series.value, &series.variance, &series.uncovered, &series.resets,
                       &series.power_min, &series.power_max})
    if (!column->empty()) insert_at(*column, i + 1, double((*column)[i]));
}

// Chunks of a long query overlap by a sample or two.
TEST_P(Invariance, OfSamplesThatComeTwice) {
  std::mt19937_64 random(GetParam());
  for (Series series : series_of(GetParam())) {
    const auto before = window_energy(series, window(20.3, 99.9), 0.1);
    for (int i = 0; i < 10; ++i) repeat(series, random() % series.time.size());
    expect_same(window_energy(series, window(20.3, 99.9), 0.1), before);
  }
}

TEST_P(Invariance, OfSamplesWithoutAValue) {
  std::mt19937_64 random(GetParam());
  for (Series series : series_of(GetParam())) {
    const auto before = window_energy(series, window(20.3, 99.9), 0.1);
    for (int n = 0; n < 10; ++n) {
      const std::size_t i = random() % (series.time.size() - 1);
      repeat(series, i);
      series.time[i + 1] += Duration(1'000'000);
      series.value[i + 1] = std::numeric_limits<double>::quiet_NaN();
    }
    expect_same(window_energy(series, window(20.3, 99.9), 0.1), before);
  }
}

TEST_P(Invariance, OfAWrapUnderACeiling) {
  Series series = series_of(GetParam())[1];
  series.metrology.ceiling = Watts(2000.0);
  const auto before = window_energy(series, window(20.3, 99.9), 0.1);
  series.metrology.modulus = Joules(21'000.0);
  for (double& value : series.value) value = std::fmod(value, 21'000.0);
  const auto wrapped = window_energy(series, window(20.3, 99.9), 0.1);
  EXPECT_NEAR(wrapped.energy, before.energy, 1e-9 * before.energy);
  EXPECT_NEAR(wrapped.combined.U, before.combined.U, 1e-9 * before.combined.U);
  EXPECT_EQ(wrapped.codes, before.codes);
}

// Two halves of a window add up to the whole where the seam is a reading.
TEST_P(Invariance, OfWhereAWindowIsCut) {
  for (const Series& series : series_of(GetParam())) {
    if (series.kind == SeriesKind::kGauge) continue;
    const UtcTime seam = series.time[series.time.size() / 2];
    const Window whole = window(20.3, 99.9);
    const double parts = window_energy(series, {whole.start, seam}, 0.1).energy +
                         window_energy(series, {seam, whole.end}, 0.1).energy;
    EXPECT_NEAR(parts, window_energy(series, whole, 0.1).energy, 1e-9 * parts);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Invariance, ::testing::Range<std::uint64_t>(1, 26));

}  // namespace
}  // namespace joulemark
