// METHOD F: how many readings a pulsed load needs. The table's numbers against its formulas, and
// against what rule G-7 states for simulated square waves (30 %..100 % of 1 kW, duty 0.5).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "measurement/window_energy.h"
#include "tests/measurement/simulation.h"

namespace joulemark {
namespace {

using namespace simulation;  // NOLINT(google-build-using-namespace): a test of nothing else

constexpr double kSwing = kBusyWatts - kIdleWatts, kMean = 0.5 * (kBusyWatts + kIdleWatts);

// U_int/E that G-7 states, the smaller of the resolved and the unresolved case.
double stated_by_formula(double period, double h, double D) {
  const double unresolved = 0.5 * std::sqrt(h / D);
  const double resolved = h * std::sqrt(0.75) * std::sqrt(2.0 / (period * D));
  return 2.0 * kSwing / kMean * std::min(unresolved, resolved);
}

Load square_wave(double period, double phase, double D) {
  std::vector<double> edges, watts;
  const double before = -200.0;
  for (double t = before - phase; t < D + 200.0; t += 0.5 * period) {
    edges.push_back(t);
    watts.push_back(watts.size() % 2 == 0 ? kBusyWatts : kIdleWatts);
  }
  edges.push_back(edges.back() + 0.5 * period);
  return {std::move(edges), std::move(watts)};
}

// Twice the root mean square, relative to E, over random phases and moments.
struct Spread {
  double stated = 0.0;  // by G-7
  double actual = 0.0;  // of the energy
};

Spread simulated(double period, double h, double D, int trials) {
  const SensorModel sensor =
      perfect({.reading_interval = h, .scrape_interval = h, .stratified = true});
  Random random(17);
  double stated = 0.0, actual = 0.0;
  for (int i = 0; i < trials; ++i) {
    const Load load = square_wave(period, uniform(random, 0.0, period), D);
    const Series series =
        observe(load, sensor, {}, reading_moments(sensor, D, random), D, 0.0, {}, random);
    const SeriesEnergy energy = window_energy(series, {utc(0.0), utc(D)}, 0.0);
    const double truth = load.energy(D) - load.energy(0.0);
    for (const UncertaintyComponent& c : energy.budget)
      if (c.name == "integration") stated += std::pow(c.u / truth, 2);
    actual += std::pow((energy.energy - truth) / truth, 2);
  }
  return {2.0 * std::sqrt(stated / trials), 2.0 * std::sqrt(actual / trials)};
}

struct Cell {
  double period = 0.0, h = 0.0, D = 0.0, percent = 0.0;
};

// | 0.1 | 1.08 / 0.34 / 0.14 | ... : one row per period, one column per h, one number per D.
std::vector<Cell> cells_of(const std::string& line) {
  std::istringstream in(line.substr(1));
  std::string cell;
  std::getline(in, cell, '|');
  const double period = std::stod(cell);
  std::vector<Cell> cells;
  for (double h : {0.01, 0.1, 1.0, 5.0}) {
    std::getline(in, cell, '|');
    std::istringstream numbers(cell);
    char slash = '/';
    for (double D : {60.0, 600.0, 3600.0}) {
      double percent = 0.0;
      numbers >> percent >> slash;
      cells.push_back({period, h, D, percent});
    }
  }
  return cells;
}

std::vector<Cell> table_of_method() {
  std::ifstream text(JOULEMARK_FIXTURES "/../../docs/method.md");
  std::vector<Cell> cells;
  bool in_table = false;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("| pulse period s |")) {
      in_table = true;
    } else if (in_table && !line.starts_with("|")) {
      break;
    } else if (in_table && !line.starts_with("|---")) {
      for (const Cell& cell : cells_of(line)) cells.push_back(cell);
    }
  }
  return cells;
}

TEST(SamplingRequirement, EveryNumberOfTheTableFollowsFromTheFormulas) {
  const std::vector<Cell> cells = table_of_method();
  if (cells.empty()) GTEST_SKIP() << "no text of METHOD to compare with";
  ASSERT_EQ(cells.size(), 48u);
  for (const Cell& cell : cells)
    EXPECT_NEAR(100.0 * stated_by_formula(cell.period, cell.h, cell.D), cell.percent, 0.0101)
        << "period " << cell.period << " s, h " << cell.h << " s, D " << cell.D << " s";
}

TEST(SamplingRequirement, SimulatedPulsesStateWhatTheFormulasSay) {
  for (const Cell& cell : {Cell{1.03, 5.0, 3600.0}, Cell{0.113, 1.0, 600.0}, Cell{0.113, 0.1, 60.0},
                           Cell{10.3, 0.1, 60.0}, Cell{103.0, 1.0, 600.0}}) {
    const double formula = stated_by_formula(cell.period, cell.h, cell.D);
    EXPECT_NEAR(simulated(cell.period, cell.h, cell.D, 40).stated, formula, 0.12 * formula)
        << "period " << cell.period << " s, h " << cell.h << " s, D " << cell.D << " s";
  }
}

// n = D/h >= (0.54/u_rel)^2, whatever the period. G-7 may state more than that where strata and
// pulses alternate (period near 2 h): successive readings then differ most, though the sum errs
// less.
TEST(SamplingRequirement, EnoughReadingsKeepTheUncertaintyForEveryPeriod) {
  constexpr int kTrials = kSanitized ? 10 : 100;
  constexpr double kStep = 0.1, kScatter = kSanitized ? 0.5 : 0.15;  // of the root mean square
  for (double limit : {0.04, 0.02}) {                                // U_int = 2 u_int
    const double n = std::pow(0.54 / (0.5 * limit), 2);
    Spread worst;
    for (double period : {0.013, 0.037, 0.073, 0.113, 0.187, 0.31, 0.73, 1.7, 7.3, 37.0}) {
      const Spread spread = simulated(period, kStep, n * kStep, kTrials);
      worst.actual = std::max(worst.actual, spread.actual);
      worst.stated = std::max(worst.stated, spread.stated);
      EXPECT_GE(spread.stated, (1.0 - kScatter) * spread.actual) << period;
    }
    EXPECT_LE(worst.actual, (1.0 + kScatter) * limit);
    EXPECT_GE(worst.actual, (1.0 - kScatter) * limit);  // fewer readings would not do
    EXPECT_LE(worst.stated, std::sqrt(2.0) * limit);
  }
}

TEST(SamplingRequirement, TheTextsCountsAreThoseOfTheRule) {
  EXPECT_NEAR(std::pow(0.54 / 0.01, 2), 2900.0, 20.0);
  EXPECT_NEAR(std::pow(0.54 / 0.005, 2), 11600.0, 80.0);
  EXPECT_NEAR(stated_by_formula(1.0, 1.0, 600.0), 0.044, 0.0005);  // at 1 Hz and 600 s
}

}  // namespace
}  // namespace joulemark
