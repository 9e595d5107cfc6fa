#include "mlperf/training/result_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/fakes/temp_folder.h"

namespace joulemark::mlperf {
namespace {

using testing::HasSubstr;

std::string event(const std::string& key, std::int64_t ms, const std::string& metadata = "\"\"") {
  return "0: :::MLLOG {\"namespace\": \"\", \"time_ms\": " + std::to_string(ms) +
         ", \"event_type\": \"INTERVAL_START\", \"key\": \"" + key +
         "\", \"value\": null, \"metadata\": " + metadata + "}\n";
}

class ResultLog : public testing::Test {
 protected:
  Result<TrainingRun> read(const std::string& bytes) {
    const auto path = folder.path() / "result_0.txt";
    std::ofstream(path, std::ios::binary) << bytes;
    return read_training_run(path.string());
  }
  TempFolder folder;
};

TEST_F(ResultLog, TimesARunFromStartToStopWithItsStatus) {
  const auto run = read("noise\n" + event("run_start", 1715898649339) +
                        event("run_stop", 1715898968253, "{\"status\": \"success\"}"));
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_DOUBLE_EQ(run->time_to_train(), 318.914);
  EXPECT_EQ(run->status, "success");
}

TEST_F(ResultLog, EveryRankMayWriteTheSameRecordAndAnotherTimeIsAnotherRun) {
  const std::string start = event("run_start", 1715898649339);
  EXPECT_TRUE(read(start + start + event("run_stop", 1715898968253)));
  EXPECT_THAT(read(start + event("run_start", 1715898649340)).error().message,
              HasSubstr(":2: run_start again, after line 1: two runs"));
}

TEST_F(ResultLog, WhatIsMissingOrOutOfOrderIsNamed) {
  EXPECT_THAT(read(event("run_start", 1715898649339)).error().message, HasSubstr("no run_stop"));
  EXPECT_THAT(read("").error().message, HasSubstr("no run_start"));
  EXPECT_THAT(
      read(event("run_start", 1715898968253) + event("run_stop", 1715898649339)).error().message,
      HasSubstr("does not lie after"));
  EXPECT_THAT(read(event("run_start", 12)).error().message, HasSubstr("no time_ms since 1970"));
}

TEST(ResultLogOfTheCorpus, HasTheTimeToTrainOfTheGoldenValues) {
  const std::filesystem::path corpus = std::string(JOULEMARK_SHARED_FIXTURES) + "/mlperf";
  if (!std::filesystem::exists(corpus)) GTEST_SKIP() << "no corpus of MLPerf logs";
  const auto run = read_training_run(
      (corpus / "training_v40_smc_8xh100_lora_ac" / "result_5740-240517044141819407406_10.txt")
          .string());
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->stop_ms - run->start_ms, 318914);
}

}  // namespace
}  // namespace joulemark::mlperf
