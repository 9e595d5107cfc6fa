// MLPerf's power files from a measured run.
#include "query/mlperf_files/submission_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "mlperf/log/log_record.h"
#include "query/text_file.h"
#include "tests/fakes/temp_folder.h"
#include "tests/query/plan/made_plan.h"

namespace joulemark {
namespace {

using namespace planned;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> names_in(const SubmissionFiles& files) {
  std::vector<std::string> out;
  for (const auto& [name, bytes] : files) out.push_back(name);
  return out;
}

Measured measured_as(const std::string& origin, const std::vector<CounterSpec>& specs,
                     EvaluationRequest request) {
  request.window.origin = origin;
  request.window.given = "/data/result_2.txt";
  Measured out;
  out.telemetry = seen(specs);
  const auto report = evaluate(out.telemetry, request);
  EXPECT_TRUE(report) << report.error().message;
  if (report) out.report = *report;
  out.request = std::move(request);
  return out;
}

// sum W dt of the readings over the log's span, times the span: as the summarizer adds.
double joules_of(const std::string& log) {
  std::istringstream in(log);
  double sum = 0.0, factor = 1.0;
  std::int64_t before = 0;
  for (std::string line; std::getline(in, line);) {
    const auto record = mlperf::parse_record(mlperf::record_text(line));
    const std::int64_t ms = *mlperf::epoch_ms(*record);
    if (record->key == "conversion_eff") factor = *record->number;
    if (record->key == "power_reading")
      sum += *record->number * 1e-3 * static_cast<double>(ms - before);
    if (record->key == "power_reading" || record->key == "power_measurement_start") before = ms;
  }
  return factor * sum;
}

constexpr const char* kTwoNodes =
    "name: my system\nmembers: [{nodes: 'n[1-2]', supply: ac}]\n"
    "shared: [{name: leaf, kind: switch, max_watts: 2300, ports_used: 36, ports_total: 64}]\n";

TEST(SubmissionFilesTest, OfTrainingHoldTheEnergyOfTheReport) {
  const auto files = submission_files(
      measured_as("mllog", {ac_node("n1", 5000.0), ac_node("n2", 3000.5)}, by_plan(kTwoNodes)));
  ASSERT_TRUE(files) << files.error().message;
  EXPECT_THAT(names_in(*files),
              ElementsAre("README.md", "analyzer_table.md", "power/result_2/node_0.txt",
                          "power/result_2/node_1.txt", "power/result_2/sw_0.txt"));
  EXPECT_NEAR(joules_of(files->at("power/result_2/node_0.txt")), 5000.0 * kD, 1.0);
  EXPECT_NEAR(joules_of(files->at("power/result_2/node_1.txt")), 3000.5 * kD, 1.0);
  EXPECT_THAT(files->at("power/result_2/sw_0.txt"), HasSubstr("\"value\": 1293.75"));
  const std::string& readme = files->at("README.md");
  EXPECT_THAT(readme, HasSubstr("| energy (normative) |"));
  EXPECT_THAT(readme, HasSubstr("not converted: the energy stays AC"));
  EXPECT_THAT(readme, HasSubstr("Compatibility figure, not the normative one: 5576"));
  EXPECT_THAT(readme, HasSubstr("not to"));
}

TEST(SubmissionFilesTest, OfTrainingConvertToDcByTheCertifiedPoints) {
  const std::string plan =
      "name: s\nmembers: [{nodes: n1, supply: ac}]\n"
      "psu_efficiency: {P3: {rated_watts: 3000, line_volts: 230, psus_per_node: 2, points: [{load: "
      "0.2, eta: [0.94, 0.95]}, {load: 0.5, eta: [0.955, 0.965]}, {load: 1.0, eta: [0.93, "
      "0.95]}]}}\n";
  const auto files = submission_files(measured_as("mllog", {ac_node("n1", 3000.0)}, by_plan(plan)));
  ASSERT_TRUE(files) << files.error().message;
  const double ratio = joules_of(files->at("power/result_2/node_0.txt")) / (3000.0 * kD);
  EXPECT_GT(ratio, 0.94);
  EXPECT_LT(ratio, 0.97);
  EXPECT_THAT(files->at("power/result_2/node_0.txt"), HasSubstr("METHOD S-2R"));
  EXPECT_THAT(files->at("systems/s_power.yaml"), HasSubstr("PowerCapacityWatts: 3000"));
}

TEST(SubmissionFilesTest, OfInferenceAreHonestAboutWhoMeasured) {
  const auto files = submission_files(measured_as("loadgen", {ac_node("n1", 5000.0)},
                                                  by_plan("members: [{nodes: n1, supply: ac}]\n")));
  ASSERT_TRUE(files) << files.error().message;
  EXPECT_THAT(names_in(*files),
              ElementsAre("README.md", "analyzer_table.md", "performance/power/client.json",
                          "performance/power/client.log", "performance/power/ptd_logs.txt",
                          "performance/power/server.json", "performance/power/server.log",
                          "performance/run_1/spl.txt", "power_settings.md"));
  const auto session = nlohmann::json::parse(files->at("performance/power/client.json"));
  EXPECT_EQ(session["version"], "joulemark/1");
  EXPECT_EQ(session["measurement"], "software-telemetry");
  for (const char* theirs : {"sources", "ptd_messages", "messages", "modules"})
    EXPECT_FALSE(session.contains(theirs)) << theirs;
  for (const auto& [name, bytes] : *files)
    EXPECT_THAT(bytes, Not(testing::AnyOf(HasSubstr("Yokogawa"), HasSubstr("Identify")))) << name;
  EXPECT_THAT(files->at("README.md"), HasSubstr("This is no valid closed power submission"));
  EXPECT_THAT(files->at("performance/run_1/spl.txt"), HasSubstr(",Watts,5000.0"));
}

std::string refusal(const std::string& origin, const std::vector<CounterSpec>& specs,
                    EvaluationRequest request) {
  const auto files = submission_files(measured_as(origin, specs, std::move(request)));
  return files ? "no refusal" : files.error().message;
}

TEST(SubmissionFilesTest, AreRefusedWhereTheyWouldSayLessThanTheySeemTo) {
  const std::string one = "members: [{nodes: n1, supply: ac}]\n";
  EXPECT_THAT(refusal("mllog", {ac_node("n1", 500.0)}, by_plan("members: [{nodes: 'n[1-2]'}]\n")),
              HasSubstr("there is no total: no data of n2"));
  EXPECT_THAT(refusal("run", {ac_node("n1", 500.0)}, by_plan(one)),
              HasSubstr("--mllog, --loadgen"));
  auto shortly = by_plan(one);
  shortly.window = canned::window(0.25, 50.25);
  EXPECT_THAT(refusal("mllog", {ac_node("n1", 500.0)}, shortly),
              HasSubstr("50 steps of 1 s: MLPerf Training wants 60"));
}

// What was read every 5 s is not made to look as if it had been read every second.
TEST(SubmissionFilesTest, SlowSamplingStaysVisible) {
  CounterSpec slow = ac_node("n1", 500.0);
  slow.interval = 5.0;
  const auto files = submission_files(
      measured_as("mllog", {slow}, by_plan("members: [{nodes: n1, supply: ac}]\n")));
  ASSERT_TRUE(files) << files.error().message;
  const std::string& log = files->at("power/result_2/node_0.txt");
  EXPECT_THAT(log, HasSubstr("\"native_interval_ms\": 5000"));
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 120 + 3);
  EXPECT_THAT(files->at("README.md"), HasSubstr("slower than the one reading a second"));
  EXPECT_NEAR(joules_of(log), 500.0 * kD, 1.0);
}

TEST(SubmissionFilesTest, AreWrittenWholeOrNotAtAll) {
  TempFolder folder;
  const std::string place = (folder.path() / "submission").string();
  ASSERT_TRUE(write_submission_files(place, {{"a/b.txt", "x"}, {"README.md", "y"}}));
  EXPECT_EQ(read_text_file(place + "/a/b.txt").value_or(""), "x");
  EXPECT_THAT(write_submission_files(place, {{"c", "z"}}).error().message, HasSubstr("exists"));
  EXPECT_FALSE(write_submission_files("/proc/nowhere/x", {{"c", "z"}}));
  EXPECT_FALSE(write_submission_files((folder.path() / "other").string(),
                                      {{"a", "x"}, {"a/b", "cannot be below a file"}}));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "other"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

}  // namespace
}  // namespace joulemark
