// joulemark runs: several reports of one benchmark (METHOD R-1).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "query/bundle/write_bundle.h"
#include "query/text_file.h"
#include "tests/query/commands_fixture.h"
#include "tests/query/compare/report_files.h"

namespace joulemark {
namespace {

using testing::HasSubstr;

class RunsCommand : public Commands {
 protected:
  // A run of that power which began `minutes` after the first and took so many seconds.
  std::string run_of(double watts, int minutes, double length = 600.0,
                     const std::string& node = "r1") {
    canned::CounterSpec spec = canned::with_watts(watts);
    spec.node = node;
    spec.from = 60.0 * minutes - 60.0;
    spec.to = 60.0 * minutes + length + 60.0;
    auto request = canned::request({node});
    request.window = canned::window(60.0 * minutes + 0.25, 60.0 * minutes + length + 0.25);
    auto report = evaluate(canned::telemetry({canned::counter(spec)}), request);
    EXPECT_TRUE(report) << report.error().message;
    report->id = std::string(60, '0') + std::to_string(1000 + minutes);
    const std::string path = folder.path() / (std::to_string(minutes) + node + ".json");
    EXPECT_TRUE(write_text_file(path, report_to_json(*report)));
    return path;
  }
  int runs(const std::vector<std::string>& reports, OutputFormat format = OutputFormat::kJson) {
    return run_runs({reports, {}, format}, services());
  }
  nlohmann::json said() { return nlohmann::json::parse(out.str()); }
};

TEST_F(RunsCommand, MeanOfThreeWhoseSpreadIsInU) {
  const std::vector<std::string> reports{run_of(500.0, 0), run_of(530.0, 20), run_of(470.0, 40)};
  ASSERT_EQ(runs(reports), 0) << err.str();
  const auto json = said();
  EXPECT_EQ(json["recorded"], 3);
  EXPECT_NEAR(json["mean_energy_joules"].get<double>(), 300'000.0, 1.0);
  const double s = 30.0 * 600.0;
  EXPECT_NEAR(json["standard_deviation_joules"].get<double>(), s, 10.0);
  // u_A = s/sqrt(3) is the largest part, with two degrees of freedom.
  EXPECT_GT(json["standard_uncertainty_joules"].get<double>(), s / std::sqrt(3.0));
  EXPECT_GT(json["coverage_factor"].get<double>(), 3.0);
  EXPECT_EQ(json["runs"].size(), 3U);
}

// The score drops the fastest and the slowest run, whatever they drew.
TEST_F(RunsCommand, TheOlympicMeanDropsTheFastestAndTheSlowest) {
  ASSERT_EQ(runs({run_of(500.0, 0, 610.0), run_of(500.0, 20, 590.0), run_of(500.0, 40, 700.0),
                  run_of(500.0, 60, 600.0)}),
            0)
      << err.str();
  EXPECT_NEAR(said()["olympic_mean_joules"].get<double>(), 500.0 * 605.0, 1.0);
}

TEST_F(RunsCommand, OneRunIsSaidToBeOneAndHasNoOlympicMean) {
  ASSERT_EQ(runs({run_of(500.0, 0)}), 0) << err.str();
  EXPECT_THAT(said()["reasons"].dump(), HasSubstr("SINGLE_RUN"));
  EXPECT_TRUE(said()["olympic_mean_joules"].is_null());
  out.str("");
  ASSERT_EQ(runs({run_of(500.0, 0)}, OutputFormat::kText), 0);
  EXPECT_THAT(out.str(), HasSubstr("of 1 recorded run"));
  EXPECT_THAT(out.str(), HasSubstr("OLYMPIC   none"));
}

TEST_F(RunsCommand, WhatAreNotRunsOfOneSystemIsRefusedWithBothFiles) {
  const std::string first = run_of(500.0, 0), overlapping = run_of(500.0, 5);
  EXPECT_EQ(runs({first, first}), 1);
  EXPECT_THAT(err.str(), HasSubstr("one report"));
  EXPECT_EQ(runs({first, overlapping}), 1);
  EXPECT_THAT(err.str(), HasSubstr("their windows overlap"));
  EXPECT_EQ(runs({first, run_of(500.0, 30, 600.0, "r2")}), 1);
  EXPECT_THAT(err.str(), HasSubstr("they differ in nodes: " + first + " says r1"));
  EXPECT_EQ(runs({first, "/nowhere.json"}), 1);
  EXPECT_THAT(err.str(), HasSubstr("runs: /nowhere.json: No such file"));
}

}  // namespace
}  // namespace joulemark
