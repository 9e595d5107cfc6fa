#include "mlperf/loadgen/loadgen_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "mlperf/loadgen/loadgen_work.h"
#include "tests/fakes/temp_folder.h"

namespace joulemark::mlperf {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::string record(const std::string& key, const std::string& value) {
  return ":::MLLOG {\"key\": \"" + key + "\", \"value\": " + value +
         ", \"time_ms\": 12.5, \"namespace\": \"mlperf::logging\", \"event_type\": "
         "\"POINT_IN_TIME\", \"metadata\": {\"is_error\": false}}\n";
}
std::string begin(const std::string& time = "07-17-2024 20:58:36.235") {
  return record("power_begin", "\"" + time + "\"");
}
std::string end(const std::string& time = "07-17-2024 21:40:16.287") {
  return record("power_end", "\"" + time + "\"");
}
std::string valid() {
  return record("effective_test_mode", "\"PerformanceOnly\"") +
         record("result_validity", "\"VALID\"");
}

class LoadgenLog : public testing::Test {
 protected:
  Result<LoadgenRun> read(const std::string& bytes) {
    std::ofstream(folder.path() / "mlperf_log_detail.txt", std::ios::binary) << bytes;
    return read_loadgen_run(folder.path().string());
  }
  std::string error(const std::string& bytes) {
    const auto run = read(bytes);
    return run ? "no error" : run.error().message;
  }
  TempFolder folder;
};

TEST_F(LoadgenLog, WindowIsPowerBeginToPowerEndInUtcAndNeverTestDatetime) {
  const auto run =
      read(record("test_datetime", "\"2024-07-17T13:58:35Z\"") + begin() + end() + valid());
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->power_begin.time_since_epoch(), std::chrono::milliseconds(1721249916235));
  EXPECT_EQ(run->power_end.time_since_epoch(), std::chrono::milliseconds(1721252416287));
  EXPECT_THAT(objection_to(*run), IsEmpty());
}

TEST_F(LoadgenLog, PlainTextOfADummyWorkloadIsReadAsTheCheckersReadIt) {
  const auto run =
      read("Power_Begin 11-30-2026 12:00:00.000\npower_end: 11-30-2026 12:10:00.500\n");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->power_end - run->power_begin, std::chrono::milliseconds(600'500));
}

TEST_F(LoadgenLog, OfARunThatDidNotEndOrOfTwoRunsIsRefused) {
  EXPECT_THAT(error(valid()), HasSubstr("has no power_begin"));
  EXPECT_THAT(error(begin() + valid()), HasSubstr("the run did not end"));
  EXPECT_THAT(error(end() + valid()), HasSubstr("no power_begin"));
  EXPECT_EQ(error(end() + begin()), "no error");
  EXPECT_THAT(error(begin("07-17-2024 21:58:36.235") + end()), HasSubstr("does not lie after"));
  EXPECT_THAT(error(begin() + end() + begin() + end()),
              HasSubstr("mlperf_log_detail.txt:3: power_begin again, after line 1: two runs"));
  EXPECT_THAT(error(begin("2024-07-17T20:58:36Z") + end()),
              HasSubstr(":1: power_begin is no time"));
  EXPECT_THAT(error(begin().substr(0, 60) + "\n" + end()),
              HasSubstr(":1: the record of power_begin"));
}

// loaded_qsl_set is one line of hundreds of kB to several MB.
TEST_F(LoadgenLog, LinesOfSeveralMegabytesAreSkipped) {
  const auto run = read(record("loaded_qsl_set", "[" + std::string(5'000'000, '1') + "]") +
                        begin() + end() + valid());
  ASSERT_TRUE(run) << run.error().message;
}

TEST_F(LoadgenLog, ARunThatIsNoResultSaysWhy) {
  const auto objection = [&](const std::string& more) {
    return objection_to(*read(begin() + end() + more));
  };
  EXPECT_THAT(objection(""), HasSubstr("result_validity is missing"));
  EXPECT_THAT(objection(record("result_validity", "\"INVALID\"") +
                        record("effective_test_mode", "\"PerformanceOnly\"")),
              HasSubstr("INVALID"));
  EXPECT_THAT(objection(record("result_validity", "\"VALID\"") +
                        record("effective_test_mode", "\"AccuracyOnly\"")),
              HasSubstr("AccuracyOnly"));
  EXPECT_THAT(objection(valid() + record("num_errors", "3")), HasSubstr("errors"));
}

TEST_F(LoadgenLog, OfflineHasOneQueryThatHoldsAllSamples) {
  const auto run =
      read(begin() + end() + record("effective_scenario", "\"Offline\"") +
           record("result_query_count", "1") + record("generated_samples_per_query", "429479"));
  const auto work = work_of(*run);
  ASSERT_EQ(work.size(), 1U);
  EXPECT_EQ(work[0].unit, "sample");
  EXPECT_EQ(work[0].amount, 429479.0);
}

TEST_F(LoadgenLog, TokensAreARateAndNeverACount) {
  const auto run =
      read(begin() + end() + record("effective_scenario", "\"Server\"") +
           record("result_query_count", "100") + record("effective_samples_per_query", "8") +
           record("result_token_throughput", "7.3e-09") +
           record("result_inferred_tokens_per_second", "10") +
           record("result_completed_tokens_per_second", "23113.1"));
  const auto work = work_of(*run);
  ASSERT_EQ(work.size(), 3U);
  EXPECT_EQ(work[1].unit, "sample");
  EXPECT_EQ(work[1].amount, 800.0);
  EXPECT_EQ(work[2].unit, "token");
  EXPECT_FALSE(work[2].amount);
  EXPECT_EQ(work[2].per_second, 23113.1);
  EXPECT_EQ(work[2].how, "result_completed_tokens_per_second");
}

TEST(LoadgenLogOfTheCorpus, HasTheWindowAndTheCountsOfTheGoldenValues) {
  const std::filesystem::path corpus = std::string(JOULEMARK_SHARED_FIXTURES) + "/mlperf";
  if (!std::filesystem::exists(corpus)) GTEST_SKIP() << "no corpus of MLPerf logs";
  std::ifstream in(corpus / "golden_expected.json");
  const auto golden = nlohmann::json::parse(in)["inference"];
  ASSERT_EQ(golden.size(), 5U);
  for (const auto& [name, want] : golden.items()) {
    const auto run = read_loadgen_run((corpus / name / "performance/run_1").string());
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_NEAR(seconds(run->power_begin.time_since_epoch()), want["power_begin_unix"], 1e-6)
        << name;
    EXPECT_NEAR(seconds(run->power_end.time_since_epoch()), want["power_end_unix"], 1e-6) << name;
    EXPECT_EQ(run->scenario, want["scenario"]) << name;
    EXPECT_EQ(run->queries, want["result_query_count"].get<double>()) << name;
    EXPECT_THAT(objection_to(*run), IsEmpty()) << name;
  }
}

}  // namespace
}  // namespace joulemark::mlperf
