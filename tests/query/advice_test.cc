#include "query/advice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "measurement/uncertainty.h"

namespace joulemark {
namespace {

using ::testing::HasSubstr;

Total figure_of(Budget budget, double energy = 1000.0) {
  Total out;
  out.status = Total::Status::kComplete;
  out.energy = energy;
  out.budget = std::move(budget);
  out.combined = combine(out.budget);
  out.headline_U = out.combined.U;
  return out;
}

UncertaintyComponent component(const char* name, double u) {
  UncertaintyComponent out;
  out.name = name;
  out.u = u;
  return out;
}

TEST(Advice, SaysThatEdgesShrinkWithTheWindow) {
  const Total figure = figure_of({component("edge", 50.0)});  // U = 10 % of E in 60 s
  EXPECT_NEAR(predicted_ratio(figure, 1.0, 1.0), 0.10, 1e-12);
  EXPECT_NEAR(*window_for(figure, 60.0, 0.02), 300.0, 1.0);
}

TEST(Advice, SaysThatSamplingShrinksWithTheRootOfTheWindow) {
  const Total figure = figure_of({component("integration", 20.0)});  // U = 4 %
  EXPECT_NEAR(*window_for(figure, 60.0, 0.02), 240.0, 1.0);
}

TEST(Advice, IsHonestThatNoWindowHelpsAgainstGain) {
  const Total figure = figure_of({component("gain", 30.0), component("edge", 50.0)});
  EXPECT_FALSE(window_for(figure, 60.0, 0.02));
  EXPECT_FALSE(scrape_interval_for(figure, 15.0, 0.02));
  Report report;
  report.total.figure = figure;
  report.times = {UtcTime{}, UtcTime(std::chrono::seconds(60))};
  report.evidence.window_clock = 0.001;
  report.evidence.longest_scrape = 15.0;
  ASSERT_EQ(advise(report).size(), 1U);
  EXPECT_THAT(advise(report)[0], HasSubstr("no window length brings U below 2 %"));
  EXPECT_THAT(advise(report)[0], HasSubstr("6.0 %"));
}

// Whatever a later rule adds to a budget: no window is promised to make it smaller.
TEST(Advice, PromisesNothingOfComponentsThatItDoesNotKnow) {
  for (const char* name : {"corroboration", "crosscheck", "reference", "estimate", "new"})
    EXPECT_FALSE(window_for(figure_of({component(name, 30.0)}), 60.0, 0.02)) << name;
}

TEST(Advice, NamesTheLongestScrapeIntervalThatSuffices) {
  const Total figure = figure_of({component("edge", 30.0)});  // U = 6 % at 15 s
  EXPECT_EQ(scrape_interval_for(figure, 15.0, 0.02), 5.0);
  EXPECT_FALSE(scrape_interval_for(figure, 1.0, 0.02));
}

TEST(Advice, KeepsTheWorstCaseOfAliasingHoweverLongTheWindow) {
  Total figure = figure_of({component("integration", 1.0)});
  figure.alias_bound = 100.0;
  figure.headline_U = safe_uncertainty(figure.combined.U, figure.alias_bound);
  EXPECT_FALSE(window_for(figure, 60.0, 0.02));
}

}  // namespace
}  // namespace joulemark
