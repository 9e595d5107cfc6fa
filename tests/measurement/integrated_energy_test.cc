// Rules I with numbers worked out by hand: 500 W integrated by the exporter.

#include <gtest/gtest.h>

#include <cmath>

#include "measurement/counter_energy.h"
#include "tests/measurement/made_series.h"

namespace joulemark {
namespace {

using made::at;
using made::every;
using made::integrated;
using made::line_of;
using made::u_of;
using made::window;

const double kRoot3 = std::sqrt(3.0);

double joules(double t) { return 500.0 * (t + 100.0); }

// 5 s of 60 without energy between two samples.
TEST(IntegratedEnergy, FillsUncoveredTimeWithTheMeanOfTheRest) {
  Series series = integrated(
      every(1.0, -5.0, 65.0),
      [](double t) { return joules(t < 30.0 ? t : std::max(30.0, t - 5.0)); }, 0.1);
  for (const auto time : series.time)
    series.uncovered.push_back(std::min(5.0, std::max(0.0, seconds(time - at(30.0)))));
  const auto result = window_energy(series, window(0.0, 60.0), 0.0);
  EXPECT_NEAR(result.energy, 30000.0, 1e-6);
  EXPECT_NEAR(result.filled, 2500.0, 1e-6);
  EXPECT_NEAR(result.gap_fraction, 5.0 / 60.0, 1e-12);
  EXPECT_TRUE(result.codes.contains(Code::kGap));
  double gaps = 0.0;
  for (const auto& line : result.budget)
    if (line.name == "gap") gaps += line.u;
  EXPECT_NEAR(gaps, 5.0 * 500.0 / kRoot3, 1e-6) << "0 to twice the largest rate";
}

// 100 J^2 per second between the first and last inside point, then for all of the window.
TEST(IntegratedEnergy, TakesTheVarianceThatTheExporterSummed) {
  Series series = integrated(every(1.0, -4.5, 65.5), joules, 0.1);
  for (std::size_t i = 0; i < series.time.size(); ++i)
    series.variance[i] = 100.0 * static_cast<double>(i);
  const auto result = window_energy(series, window(0.0, 60.0), 0.0);
  EXPECT_NEAR(u_of(result, "integration"), std::sqrt(6000.0), 1e-9);
  EXPECT_NEAR(line_of(result, "integration").dof, 59.0, 1e-9);
  series.edges_only = true;
  EXPECT_EQ(line_of(window_energy(series, window(0.0, 60.0), 0.0), "integration").dof, 12.5);
}

TEST(IntegratedEnergy, WithoutItsVarianceIsNotAliasSafe) {
  Series series = integrated(every(1.0, -5.0, 65.0), joules, 0.1);
  EXPECT_FALSE(window_energy(series, window(0.0, 60.0), 0.0).codes.contains(Code::kAliasRisk));
  series.variance.clear();
  EXPECT_TRUE(window_energy(series, window(0.0, 60.0), 0.0).codes.contains(Code::kAliasRisk));
}

TEST(IntegratedEnergy, SharesItsMomentsWithTheSensorsOfItsPass) {
  Series series = integrated(every(1.0, -5.0, 65.0), joules, 0.1);
  series.exporter = "host:11818";
  series.source = "nvml";
  const auto result = window_energy(series, window(0.0, 60.0), 0.0);
  EXPECT_EQ(line_of(result, "integration").group, "read:host:11818/nvml");
}

Series with_extremes(double low, double high) {
  Series series = integrated(every(5.0, -66.0, 129.0), joules, 0.1);
  series.power_min.assign(series.time.size(), low);
  series.power_max.assign(series.time.size(), high);
  return series;
}

// Samples at -1, 4 ... 59, 64: 450..550 W. Start: 2000 J expected in 4 s of 5 s with 2500 J:
// 1950..2050 J; slack 0.05 s x 100 W.
TEST(IntegratedEnergy, HasEdgesBoundedByTheObservedExtremes) {
  const auto result = window_energy(with_extremes(450.0, 550.0), window(0.0, 60.0), 0.1);
  EXPECT_NEAR(result.energy, 30000.0, 1e-6);
  EXPECT_NEAR(u_of(result, "edge"), 2.0 * (50.0 + 5.0) / kRoot3, 1e-6);
  EXPECT_NEAR(u_of(result, "clock"), 0.1 * 100.0 / kRoot3, 1e-9);
}

TEST(IntegratedEnergy, DiscardsExtremesThatTheRateContradicts) {
  const auto result = window_energy(with_extremes(510.0, 550.0), window(0.0, 60.0), 0.1);
  EXPECT_TRUE(result.codes.contains(Code::kBoundsExceeded));
  EXPECT_GT(u_of(result, "edge"), 2.0 * 1000.0 / kRoot3);
}

TEST(IntegratedEnergy, DoesNotBelieveExtremesAboutATimeBeforeTheCountBegan) {
  Series series = with_extremes(450.0, 550.0);
  const double bounded = u_of(window_energy(series, window(0.0, 60.0), 0.1), "edge");
  series.start.assign(series.time.size(), at(-70.0));
  EXPECT_EQ(u_of(window_energy(series, window(0.0, 60.0), 0.1), "edge"), bounded);
  series.start.assign(series.time.size(), at(0.0));
  EXPECT_GT(u_of(window_energy(series, window(0.0, 60.0), 0.1), "edge"), 10.0 * bounded);
}

TEST(IntegratedEnergy, DropsASampleThatLacksOneOfItsColumns) {
  Series series = integrated(every(1.0, -5.0, 65.0), joules, 0.1);
  const auto whole = window_energy(series, window(0.0, 60.0), 0.0);
  series.variance[30] = std::nan("");
  const auto result = window_energy(series, window(0.0, 60.0), 0.0);
  EXPECT_EQ(result.samples, whole.samples - 1);
  EXPECT_NEAR(result.energy, whole.energy, 1e-9);
}

}  // namespace
}  // namespace joulemark
