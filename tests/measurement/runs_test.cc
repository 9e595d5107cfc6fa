#include "measurement/runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "tests/measurement/vectors.h"

namespace joulemark {
namespace {

using nlohmann::json;
using Runs = std::vector<RecordedRun>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

UncertaintyComponent component(std::string name, double u, std::string group = "") {
  return {std::move(name), u, kInfinity, std::move(group), {}};
}

RecordedRun run(double energy, Budget budget = {}, std::optional<double> performance = {}) {
  return {energy, std::move(budget), 0.0, {}, performance};
}

const UncertaintyComponent& line_of(const RunsMean& mean, std::string_view name) {
  const auto found = std::find_if(mean.budget.begin(), mean.budget.end(),
                                  [&](const auto& line) { return line.name == name; });
  EXPECT_NE(found, mean.budget.end()) << name;
  return *found;
}

TEST(MeanOfRuns, AgreesWithVector12) {
  const json vector = vectors::load("12_attribution_runs_crossval");
  const json &input = vector["input"], &expected = vector["expected_full"]["runs"];
  Runs runs;
  for (std::size_t i = 0; i < input["runs"].size(); ++i)
    runs.push_back(run(input["runs"][i], {component("resolution", input["u_rand"][i]),
                                          component("gain", input["u_sys"], "m/gain")}));
  const auto mean = mean_of_runs(runs);
  ASSERT_TRUE(mean);
  EXPECT_TRUE(vectors::agrees(mean->energy, expected["E"]));
  EXPECT_TRUE(vectors::agrees(mean->standard_deviation, expected["s"]));
  EXPECT_TRUE(vectors::agrees(mean->combined.u_c, expected["u"]));
  EXPECT_TRUE(vectors::agrees(mean->combined.dof, expected["nu"]));
  EXPECT_TRUE(vectors::agrees(mean->combined.k, expected["k"]));
  EXPECT_TRUE(vectors::agrees(mean->headline_U, expected["U"]));
  EXPECT_EQ(mean->recorded, 3u);
  EXPECT_TRUE(mean->codes.empty());
}

TEST(MeanOfRuns, OneRunKeepsItsUncertaintyAndSaysSo) {
  const Runs runs = {run(100, {component("gain", 3, "m/gain"), component("tick", 4)})};
  const auto mean = mean_of_runs(runs);
  ASSERT_TRUE(mean);
  EXPECT_DOUBLE_EQ(mean->energy, 100.0);
  EXPECT_DOUBLE_EQ(mean->combined.u_c, 5.0);
  EXPECT_EQ(mean->codes, Codes{Code::kSingleRun});
}

// 100 equal runs: a tenth of the random part, all of the systematic ones.
TEST(MeanOfRuns, OnlyWhatDiffersBetweenRunsFallsWithTheirNumber) {
  const Runs runs(100, run(100, {component("resolution", 10), component("gain", 3, "m/gain"),
                                 component("gain_unit", 2), component("unmeasured", 5, "u/m")}));
  const auto mean = mean_of_runs(runs);
  ASSERT_TRUE(mean);
  EXPECT_DOUBLE_EQ(line_of(*mean, "runs").u, 1.0);
  EXPECT_NEAR(mean->combined.u_c, std::sqrt(1.0 + 9.0 + 4.0 + 25.0), 1e-9);
  EXPECT_EQ(line_of(*mean, "runs").dof, kInfinity);
}

TEST(MeanOfRuns, TheScatterOfTheRunsCountsWhereItIsTheLarger) {
  const Runs runs = {run(90, {component("tick", 1)}), run(110, {component("tick", 1)})};
  const auto mean = mean_of_runs(runs);
  ASSERT_TRUE(mean);
  EXPECT_DOUBLE_EQ(line_of(*mean, "runs").u, 10.0);  // 14.14/sqrt 2
  EXPECT_DOUBLE_EQ(line_of(*mean, "runs").dof, 1.0);
}

// A unit part is the same error in every run; several units of one run are independent.
TEST(MeanOfRuns, UnitPartsAreIndependentWithinARunAndTheSameInAllRuns) {
  const RecordedRun two_units =
      run(100, {component("gain_unit", 3), component("gain_unit", 4), component("offset", 12)});
  const auto mean = mean_of_runs(Runs{two_units, two_units});
  ASSERT_TRUE(mean);
  EXPECT_NEAR(mean->combined.u_c, 13.0, 1e-12);
}

TEST(MeanOfRuns, OutagesOfTwoRunsAreTwoOutages) {
  const auto gap = [] { return Budget{{"gap", 10.0, kInfinity, "", Interval{1, 2}}}; };
  const auto mean = mean_of_runs(Runs{run(100, gap()), run(100, gap())});
  ASSERT_TRUE(mean);
  EXPECT_NEAR(mean->combined.u_c, std::hypot(5.0, 5.0), 1e-12);
}

TEST(MeanOfRuns, AliasBoundsWidenTheHeadline) {
  RecordedRun aliased = run(100, {component("gain", 1, "g")});
  aliased.alias_bound = 10.0;
  aliased.codes = {Code::kAliasRisk};
  const auto mean = mean_of_runs(Runs{aliased, aliased});
  ASSERT_TRUE(mean);
  EXPECT_DOUBLE_EQ(mean->alias_bound, 10.0);
  EXPECT_DOUBLE_EQ(mean->headline_U, safe_uncertainty(mean->combined.U, 10.0));
}

TEST(MeanOfRuns, DoesNotDependOnTheOrderOfTheRuns) {
  std::mt19937 random(1);
  std::uniform_real_distribution<> any(0.0, 10.0);
  for (int trial = 0; trial < 200; ++trial) {
    Runs runs;
    for (int i = 0; i < 6; ++i)
      runs.push_back(run(1000 + any(random),
                         {component("tick", any(random)),
                          component("gain", any(random), "g"),
                          component("gain_unit", any(random)),
                          {"gap", any(random), kInfinity, "", Interval{1, 2}}},
                         any(random)));
    const auto first = mean_of_runs(runs);
    const auto olympic = olympic_mean(runs);
    std::shuffle(runs.begin(), runs.end(), random);
    ASSERT_NEAR(mean_of_runs(runs)->combined.U, first->combined.U, 1e-9);
    ASSERT_NEAR(mean_of_runs(runs)->energy, first->energy, 1e-9);
    ASSERT_NEAR(*olympic_mean(runs), *olympic, 1e-9);
  }
}

TEST(MeanOfRuns, RefusesWhatIsNoNumber) {
  EXPECT_FALSE(mean_of_runs({}));
  for (const RecordedRun& bad :
       {run(kNan), run(-1), run(kInfinity), run(1, {component("gain", kNan)}),
        run(1, {component("gain", -1)}), run(1, {{"gain", 1.0, kNan, "", {}}}),
        RecordedRun{1, {}, kNan, {}, {}}})
    for (const Runs& runs : {Runs{bad}, Runs{run(1), bad}}) {
      const auto mean = mean_of_runs(runs);
      ASSERT_FALSE(mean);
      EXPECT_EQ(mean.error().code, ErrorCode::kInvalid);
      EXPECT_FALSE(mean.error().message.empty());
    }
  EXPECT_FALSE(mean_of_runs(Runs(3, run(1.7e308))));
}

TEST(OlympicMean, DropsTheBestAndTheWorstPerformanceNotTheEnergies) {
  const Runs runs = {run(500, {}, 10.0), run(100, {}, 12.0), run(300, {}, 11.0),
                     run(200, {}, 15.0)};
  EXPECT_DOUBLE_EQ(*olympic_mean(runs), 200.0);  // 100 and 300 stay
}

TEST(OlympicMean, NeedsThreeRunsAndTheirPerformance) {
  EXPECT_FALSE(olympic_mean({}));
  EXPECT_FALSE(olympic_mean(Runs(2, run(1, {}, 1.0))));
  EXPECT_FALSE(olympic_mean(Runs{run(1, {}, 1.0), run(1, {}, 2.0), run(1)}));
  EXPECT_FALSE(olympic_mean(Runs{run(1, {}, 1.0), run(1, {}, 2.0), run(1, {}, kNan)}));
  EXPECT_FALSE(olympic_mean(Runs{run(1, {}, 1.0), run(kNan, {}, 2.0), run(1, {}, 3.0)}));
  EXPECT_DOUBLE_EQ(*olympic_mean(Runs{run(1, {}, 1.0), run(7, {}, 2.0), run(3, {}, 3.0)}), 7.0);
}

TEST(OlympicMean, OfEquallyFastRunsTheOrderDoesNotMatter) {
  Runs runs = {run(1, {}, 5.0), run(2, {}, 5.0), run(4, {}, 5.0), run(8, {}, 6.0)};
  for (int turn = 0; turn < 4; ++turn) {
    EXPECT_DOUBLE_EQ(*olympic_mean(runs), 3.0);
    std::rotate(runs.begin(), runs.begin() + 1, runs.end());
  }
}

}  // namespace
}  // namespace joulemark
