#include "query/power_bins.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/query/canned.h"

namespace joulemark {
namespace {

using canned::CounterSpec;

Window window(double start, double end) { return *canned::window(start, end).window(); }

// Samples that begin 3 s before the window of 0 to 30 s and end 3 s behind it.
Series counter(double interval = 1.0, double from = -3.0, double to = 33.0) {
  CounterSpec spec;
  spec.watts = 400.0;
  spec.interval = interval;
  spec.from = from;
  spec.to = to;
  SensorTelemetry sensor = canned::counter(spec);
  sensor.series.metrology.update_interval = std::nullopt;
  sensor.series.metrology.time_stamp = TimeStamp::kDevice;  // no shift: whole bins stay whole
  return sensor.series;
}

void remove(Series& series, std::size_t first, std::size_t count) {
  const auto cut = [&](auto& column) {
    const auto at = column.begin() + static_cast<std::ptrdiff_t>(first);
    column.erase(at, at + static_cast<std::ptrdiff_t>(count));
  };
  cut(series.time);
  cut(series.value);
  cut(series.uncovered);
  cut(series.resets);
  cut(series.start);
  cut(series.power_min);
  cut(series.power_max);
}

std::vector<std::size_t> gaps(const std::vector<std::optional<double>>& watts) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < watts.size(); ++i)
    if (!watts[i]) out.push_back(i);
  return out;
}

using Indices = std::vector<std::size_t>;

TEST(BinWidth, IsRoundAndNeitherTooNarrowNorTooMany) {
  EXPECT_EQ(bin_width(30.0, 1.0, 600), 1.0);
  EXPECT_EQ(bin_width(600.0, 1.0, 600), 1.0);
  EXPECT_EQ(bin_width(1843.2, 1.0, 600), 5.0);
  EXPECT_EQ(bin_width(600.0, 15.0, 600), 15.0);
  EXPECT_EQ(bin_width(600.0, 12.0, 600), 15.0);
  EXPECT_EQ(bin_width(30 * 86'400.0, 1.0, 600), 2 * 3600.0);
  EXPECT_EQ(bin_width(5 * 365 * 86'400.0, 1.0, 600), 5 * 365 * 86'400.0 / 600);
}

TEST(BinnedPower, OfASteadyCounterIsItsPowerFromEdgeToEdge) {
  const auto watts = binned_power(counter(), window(0.0, 30.0), 2.0);
  ASSERT_EQ(watts.size(), 15U);
  for (const auto& power : watts) EXPECT_NEAR(power.value_or(0.0), 400.0, 1e-6);
}

TEST(BinnedPower, KeepsTheEnergyOfTheReadings) {
  Series series = counter();
  for (std::size_t i = 0; i < series.value.size(); ++i)
    series.value[i] = 10.0 * static_cast<double>(i * i);
  const auto watts = binned_power(series, window(0.0, 30.0), 2.0);
  double joules = 0.0;
  for (const auto& power : watts) joules += 2.0 * power.value_or(0.0);
  EXPECT_NEAR(joules, series.value[33] - series.value[3], 1e-6);
}

TEST(BinnedPower, EndsItsLastBinWithTheWindow) {
  for (const double end : {26.0, 29.99, 30.01}) {
    const auto watts = binned_power(counter(), window(0.0, end), 10.0);
    ASSERT_EQ(watts.size(), 3U) << end;
    EXPECT_NEAR(watts[2].value_or(0.0), 400.0, 1e-6) << end;
  }
  EXPECT_EQ(binned_power(counter(), window(0.0, 0.3), 1.0).size(), 1U);
}

TEST(BinnedPower, DrawsNothingWhereScrapesFailedForTooLong) {
  Series series = counter();
  remove(series, 14, 7);  // readings at 11 .. 17 s: 8 s without any
  EXPECT_EQ(gaps(binned_power(series, window(0.0, 30.0), 2.0)), (Indices{5, 6, 7, 8}));
  series = counter();
  remove(series, 14, 3);
  EXPECT_EQ(gaps(binned_power(series, window(0.0, 30.0), 2.0)), Indices{});
}

TEST(BinnedPower, DrawsNothingWhereTheExporterCouldNotRead) {
  Series series = counter();
  for (std::size_t i = 14; i < series.uncovered.size(); ++i) series.uncovered[i] = 0.4;
  EXPECT_EQ(gaps(binned_power(series, window(0.0, 30.0), 2.0)), Indices{5});
}

TEST(BinnedPower, DrawsNothingAcrossAReset) {
  Series series = counter();
  for (std::size_t i = 14; i < series.start.size(); ++i) {
    series.start[i] = series.time[14];
    series.value[i] -= series.value[13];
  }
  EXPECT_EQ(gaps(binned_power(series, window(0.0, 30.0), 2.0)), Indices{5});
}

TEST(BinnedPower, DrawsNothingBeforeTheFirstAndBehindTheLastReading) {
  EXPECT_EQ(gaps(binned_power(counter(1.0, 3.0, 28.5), window(0.0, 30.0), 2.0)),
            (Indices{0, 1, 14}));
}

TEST(BinnedPower, OfAGaugeIsTheTrapezoidOfItsReadingsAndNothingInItsGaps) {
  Series series = counter();
  series.kind = SeriesKind::kGauge;
  for (std::size_t i = 0; i < series.value.size(); ++i)
    series.value[i] = 100.0 + static_cast<double>(i);
  auto watts = binned_power(series, window(0.0, 30.0), 2.0);
  EXPECT_NEAR(watts[0].value_or(0.0), 104.0, 1e-6);  // 103 W at 0 s, 105 W at 2 s
  EXPECT_NEAR(watts[14].value_or(0.0), 132.0, 1e-6);
  remove(series, 14, 4);
  EXPECT_EQ(gaps(binned_power(series, window(0.0, 30.0), 2.0)), (Indices{5, 6, 7}));
}

TEST(AddPower, IsAGapWhereEitherIsOne) {
  std::vector<std::optional<double>> sum;
  add_power(sum, {1.0, std::nullopt, 3.0});
  add_power(sum, {10.0, 20.0, std::nullopt});
  EXPECT_EQ(sum, (std::vector<std::optional<double>>{11.0, std::nullopt, std::nullopt}));
}

}  // namespace
}  // namespace joulemark
