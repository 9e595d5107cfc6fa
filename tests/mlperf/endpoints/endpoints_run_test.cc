#include "mlperf/endpoints/endpoints_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "mlperf/ptd/phases.h"
#include "tests/fakes/temp_folder.h"

namespace joulemark::mlperf {
namespace {

using testing::HasSubstr;

std::string event(const std::string& type, std::int64_t ns) {
  return "{\"event_type\": \"" + type + "\", \"timestamp_ns\": " + std::to_string(ns) +
         ", \"sample_uuid\": \"x\"}\n";
}
const std::string kStart = event("session.start_performance_tracking", 5'000'000'000);
const std::string kStop = event("session.stop_performance_tracking", 65'500'000'000);

class Endpoints : public testing::Test {
 protected:
  void put(const std::string& name, const std::string& bytes) {
    std::ofstream(folder.path() / name, std::ios::binary) << bytes;
  }
  Result<EndpointsRun> read(const std::string& events) {
    put("events.jsonl", events);
    return read_endpoints_run(folder.path().string());
  }
  TempFolder folder;
};

TEST_F(Endpoints, TheRunIsWhatWasTracked) {
  put("result_summary.json",
      "{\"test_started_at\": 0, \"n_samples_completed\": 42, \"duration_ns\": 60500000000,\n"
      "\"output_sequence_lengths\": {\"total\": 9000}}");
  const auto run = read(event("session.started", 1) + kStart +
                        event("sample.session.start_performance_tracking", 7) + kStop);
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->start_ns, 5'000'000'000);
  EXPECT_EQ(run->stop_ns, 65'500'000'000);
  EXPECT_EQ(run->samples, 42.0);
  EXPECT_EQ(run->tokens, 9000.0);
}

TEST_F(Endpoints, FilesOfTwoRunsOrOfNoneAreRefused) {
  EXPECT_THAT(read(kStart).error().message, HasSubstr("has no session.stop_performance_tracking"));
  EXPECT_THAT(read(kStart + kStop + kStart).error().message, HasSubstr(":3: session.start_perf"));
  EXPECT_THAT(read(kStart + event("session.stop_performance_tracking", 4)).error().message,
              HasSubstr("does not lie after"));
  put("result_summary.json", "{\"duration_ns\": 90000000000}");
  EXPECT_THAT(read(kStart + kStop).error().message, HasSubstr("not of one run"));
  put("result_summary.json", "[");
  EXPECT_THAT(read(kStart + kStop).error().message, HasSubstr("result_summary.json: is no JSON"));
}

TEST_F(Endpoints, PhasesOfAPowerSessionAreAnOuterBracket) {
  std::filesystem::create_directory(folder.path() / "power");
  put("power/server.json",
      "{\"session_name\": \"s\", \"phases\": {\"testing\": [[1721249900.5, 1.0], [1721249910.25, "
      "11.0], [1721252420.5, 2.0], [1721252430.0, 3.0]]}}");
  const auto session = read_power_session(folder.path().string());
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ(session->name, "s");
  EXPECT_EQ(session->started.time_since_epoch(), std::chrono::milliseconds(1721249910250));
  put("power/server.json", "{\"phases\": {\"testing\": [[1, 2]]}}");
  EXPECT_THAT(read_power_session(folder.path().string()).error().message,
              HasSubstr("no four phases"));
  EXPECT_THAT(read_power_session("/nowhere").error().message, HasSubstr("neither client.json"));
}

TEST(PhasesOfTheCorpus, HoldTheWindowOfTheRun) {
  const std::filesystem::path run = std::string(JOULEMARK_SHARED_FIXTURES) +
                                    "/mlperf/v41_nvidia_h200x8_bert99_server/performance";
  if (!std::filesystem::exists(run)) GTEST_SKIP() << "no corpus of MLPerf logs";
  const auto session = read_power_session(run.string());
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_LT(session->started.time_since_epoch(), std::chrono::milliseconds(1721806205358));
  EXPECT_GT(session->done.time_since_epoch(), std::chrono::milliseconds(1721806805455));
}

}  // namespace
}  // namespace joulemark::mlperf
