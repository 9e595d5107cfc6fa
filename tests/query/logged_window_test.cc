// Windows from the logs of benchmarks, and energy per what they counted.
#include "query/logged_window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "query/evaluation.h"
#include "query/report_text.h"
#include "tests/query/canned.h"
#include "tests/query/commands_fixture.h"

namespace joulemark {
namespace {

using testing::HasSubstr;

std::string loadgen_record(const std::string& key, const std::string& value) {
  return ":::MLLOG {\"key\": \"" + key + "\", \"value\": " + value + ", \"metadata\": {}}\n";
}

// 12:00:00 to 12:10:00 of 30 November 2026: 1'796'040'000 s.
std::string detail_log(const std::string& validity = "VALID") {
  return loadgen_record("power_begin", "\"11-30-2026 12:00:00.000\"") +
         loadgen_record("power_end", "\"11-30-2026 12:10:00.000\"") +
         loadgen_record("effective_test_mode", "\"PerformanceOnly\"") +
         loadgen_record("effective_scenario", "\"Server\"") +
         loadgen_record("result_validity", "\"" + validity + "\"") +
         loadgen_record("result_query_count", "6000") +
         loadgen_record("effective_samples_per_query", "1") +
         loadgen_record("result_completed_tokens_per_second", "2500");
}

class LoggedWindow : public Commands {
 protected:
  std::string put(const std::string& name, const std::string& bytes) {
    std::ofstream(folder.path() / name, std::ios::binary) << bytes;
    return (folder.path() / name).string();
  }
  Result<WindowRecord> window(const LogArguments& arguments) {
    return logged_window(arguments, services());
  }
};

TEST_F(LoggedWindow, OfLoadGenIsThePerformancePhaseWithWhatWasDone) {
  LogArguments asked;
  asked.loadgen = put("mlperf_log_detail.txt", detail_log());
  const auto record = window(asked);
  ASSERT_TRUE(record) << record.error().message;
  EXPECT_EQ(record->origin, "loadgen");
  EXPECT_EQ(record->begin->realtime.time_since_epoch(), std::chrono::seconds(1'796'040'000));
  EXPECT_FALSE(record->clock.bound);  // nobody knows whose clock it was
  ASSERT_EQ(record->work.size(), 3U);
  EXPECT_EQ(record->work[0].unit, "query");
  const auto read = window_from_json(window_to_json(*record), "w.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(window_to_json(*read), window_to_json(*record));
  // The lines it came from stand in it, and say the same when they are read again.
  EXPECT_EQ(read->log_lines.size(), 8U);
  EXPECT_TRUE(check_log_lines(*read));
  WindowRecord changed = *read;
  changed.end->realtime += std::chrono::seconds(1);
  EXPECT_THAT(check_log_lines(changed).error().message, HasSubstr("another window"));
  changed = *read;
  changed.work[0].amount = 7000.0;
  EXPECT_THAT(check_log_lines(changed).error().message, HasSubstr("other work"));
}

TEST_F(LoggedWindow, OfARunThatIsNoResultIsRefusedWithARemedy) {
  LogArguments asked;
  asked.loadgen = put("mlperf_log_detail.txt", detail_log("INVALID"));
  EXPECT_THAT(window(asked).error().message,
              HasSubstr("result_validity is INVALID: its energy would belong to no score"));
  asked = {};
  asked.mllog = put("result_0.txt",
                    ":::MLLOG {\"key\": \"run_start\", \"time_ms\": 1796040000000}\n"
                    ":::MLLOG {\"key\": \"run_stop\", \"time_ms\": 1796040600000, \"metadata\": "
                    "{\"status\": \"aborted\"}}\n");
  EXPECT_THAT(window(asked).error().message, HasSubstr("run_stop has the status aborted"));
}

TEST_F(LoggedWindow, OfTheEndpointsHarnessStandsOnItsAnchor) {
  const std::string events =
      "{\"event_type\": \"session.start_performance_tracking\", "
      "\"timestamp_ns\": 5000000000}\n{\"event_type\": "
      "\"session.stop_performance_tracking\", \"timestamp_ns\": 65000000000}\n";
  put("events.jsonl", events);
  WindowRecord anchor;
  anchor.origin = "mark";
  anchor.host = "harness";
  anchor.clock.bound = 0.004;
  anchor.begin = Instant{UtcTime(std::chrono::seconds(1'796'040'000)),
                         MonotonicTime(std::chrono::seconds(100))};
  LogArguments asked;
  asked.endpoints = folder.path().string();
  asked.anchor = put("anchor.json", window_to_json(anchor));
  const auto record = window(asked);
  ASSERT_TRUE(record) << record.error().message;
  EXPECT_EQ(record->begin->realtime.time_since_epoch(), std::chrono::seconds(1'796'039'905));
  EXPECT_EQ(record->end->realtime - record->begin->realtime, std::chrono::seconds(60));
  EXPECT_EQ(record->host, "harness");
  EXPECT_EQ(record->clock.bound, 0.004);
  anchor.begin->monotonic.reset();
  asked.anchor = put("anchor.json", window_to_json(anchor));
  EXPECT_THAT(window(asked).error().message, HasSubstr("make it with joulemark mark begin"));
}

TEST_F(LoggedWindow, OfALogThatTheCommandDidNotWriteIsRefused) {
  LogArguments asked;
  asked.loadgen = put("mlperf_log_detail.txt", detail_log());
  const auto logged = window(asked);
  WindowRecord bracket;
  bracket.origin = "run";
  bracket.host = "head";
  bracket.clock.bound = 0.003;
  const auto at = [](double s) {
    return UtcTime(std::chrono::seconds(1'796'040'000)) + from_seconds(s);
  };
  bracket.begin = Instant{at(-2.0), MonotonicTime(std::chrono::seconds(10))};
  bracket.end = Instant{at(601.0), MonotonicTime(std::chrono::milliseconds(612'990))};
  const auto within = window_within(*logged, bracket);
  ASSERT_TRUE(within) << within.error().message;
  EXPECT_EQ(within->origin, "loadgen");
  EXPECT_EQ(within->begin->realtime, at(0.0));
  EXPECT_NEAR(*within->clock.bound, 0.003 + 0.010, 1e-9);  // the wall clock moved by 10 ms
  EXPECT_EQ(within->work.size(), 3U);
  bracket.begin->realtime = at(1.0);
  EXPECT_THAT(window_within(*logged, bracket).error().message,
              HasSubstr("does not lie within the command's"));
}

TEST_F(LoggedWindow, RatiosAreOfCountsAndOfTheLogsOwnRates) {
  auto request = canned::request({"r1"});
  request.window.work = {{"query", 3000.0, {}, "result_query_count"},
                         {"token", {}, 250.0, "result_completed_tokens_per_second"}};
  canned::CounterSpec spec;
  const auto report = evaluate(canned::telemetry({canned::counter(spec)}), request);
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->ratios.size(), 2U);
  EXPECT_EQ(report->ratios[0].unit, "J per query");
  EXPECT_NEAR(report->ratios[0].value, 100.0, 1e-3);
  EXPECT_NEAR(report->ratios[1].value, 2.0, 1e-4);
  const std::string text = report_to_text(*report);
  EXPECT_THAT(text, HasSubstr("J per query (3000 by result_query_count)"));
  EXPECT_THAT(text, HasSubstr("J per token (mean power over 250 per s of "
                              "result_completed_tokens_per_second)"));
}

TEST_F(LoggedWindow, TheLogOfACommandThatFailedIsNotRead) {
  scrape_nodes({"a"});
  RunArguments arguments;
  arguments.server.url = "http://host:9090";
  arguments.log.loadgen = put("mlperf_log_detail.txt", detail_log());  // an old one
  EXPECT_EQ(run("exit 7", arguments), 7);
  EXPECT_THAT(err.str(), HasSubstr("the command failed: its log is not read"));
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace joulemark
