#include "query/crosscheck/power_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>

#include "core/time_text.h"

namespace joulemark {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Duration kUtc{0};

std::string analyzer_line(int second, const std::string& watts) {
  return "Time,07-17-2024 20:49:" + std::to_string(second) + ".945,Watts," + watts +
         ",Volts,239.156667,Amps,3.624000,PF,0.965825,Mark,m_testing\n";
}

TEST(PowerLog, ReadsTheSumOfAnAnalyzersLines) {
  const std::string text = analyzer_line(10, "2511.100000") + analyzer_line(11, "2516.6") + "\n" +
                           analyzer_line(12, "-1.000000") + analyzer_line(13, "2500");
  const auto log = power_log_from(text, "spl.txt", {.utc_offset = kUtc});
  ASSERT_TRUE(log.has_value()) << log.error().message;
  EXPECT_EQ(log->kind, ReferenceKind::kAnalyzerLog);
  EXPECT_THAT(log->series.value, ElementsAre(2511.1, 2516.6, 2500.0));
  EXPECT_EQ(format_time(log->series.time[0]), "2024-07-17T20:49:10.945Z") << "month first";
  EXPECT_EQ(log->series.metrology.accuracy.relative, 0.01);
  EXPECT_EQ(log->series.metrology.averaging, std::chrono::seconds(1));
}

TEST(PowerLog, MovesLocalTimesByTheOffsetThatIsTold) {
  const std::string text = analyzer_line(10, "1") + analyzer_line(11, "1") + analyzer_line(12, "1");
  const auto log = power_log_from(text, "spl.txt", {.utc_offset = *parse_utc_offset("-07:00")});
  EXPECT_EQ(format_time(log->series.time[0]), "2024-07-18T03:49:10.945Z");
}

TEST(PowerLog, RefusesAnAnalyzersLogWithoutAnOffset) {
  const auto log = power_log_from(analyzer_line(10, "1"), "spl.txt", {});
  ASSERT_FALSE(log.has_value());
  EXPECT_THAT(log.error().message, HasSubstr("--reference-utc-offset"));
}

TEST(PowerLog, SaysWhichOffsetWouldCoverTheWindow) {
  const std::string text = analyzer_line(10, "1") + analyzer_line(11, "1") + analyzer_line(50, "1");
  const auto log = power_log_from(text, "spl.txt", {.utc_offset = kUtc});
  const auto time = [](const char* when) { return *parse_time(when); };
  EXPECT_TRUE(
      check_covers(*log, "spl.txt", {time("2024-07-17T20:49:12Z"), time("2024-07-17T20:49:50Z")}));
  const auto other =
      check_covers(*log, "spl.txt", {time("2024-07-17T18:49:12Z"), time("2024-07-17T18:49:50Z")});
  ASSERT_FALSE(other.has_value());
  EXPECT_THAT(other.error().message, HasSubstr("an offset from UTC that differs by +02:00"));
  const auto never =
      check_covers(*log, "spl.txt", {time("2024-07-17T18:49:12Z"), time("2024-07-17T19:49:50Z")});
  EXPECT_THAT(never.error().message, ::testing::Not(HasSubstr("differs")));
}

TEST(PowerLog, ReadsCsvWithTimesThatCarryTheirOffset) {
  const auto log = power_log_from(
      "# our "
      "meter\ntimestamp_s,watts\n1796000000,500\n1796000001.5,501\n2026-11-30T00:53:22Z,502\n",
      "power.csv", {.averaging = std::chrono::seconds(1), .uncertainty = 0.005});
  ASSERT_TRUE(log.has_value()) << log.error().message;
  EXPECT_EQ(log->kind, ReferenceKind::kPowerLog);
  EXPECT_THAT(log->series.value, ElementsAre(500.0, 501.0, 502.0));
  EXPECT_EQ(log->series.metrology.accuracy.relative, 0.005);
  EXPECT_EQ(log->series.metrology.update_interval, std::chrono::seconds(1));
}

TEST(PowerLog, DoesNotInventTheAveragingOfACsvLog) {
  const auto log = power_log_from("timestamp_s,watts\n1,5\n2,5\n3,5\n", "p.csv", {});
  EXPECT_EQ(log->series.metrology.update_interval, std::nullopt);
}

TEST(PowerLog, NamesTheLineThatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"timestamp_s,watts\n1,5\n2,x\n", "p:3: watts are no number"},
      {"timestamp_s,watts\n5,5\n2,5\n", "p:3: the times go back"},
      {"timestamp_s,watts\n2026-11-30 09:00:00,5\n", "p:2: "},
      {"5,5\n", "p:1: expected a line of PTDaemon"},
      {"", "fewer than three readings"},
      {"timestamp_s,watts\n1,nan\n", "p:2: watts are no number"},
      {"timestamp_s,watts\n1,1e999\n", "p:2: watts are no number"},
      {analyzer_line(10, "1") + "Time,17-07-2024 20:49:11.945,Watts,1\n", "p:2: expected Time,"},
      {analyzer_line(10, "1") + "Time,07-17-2024 20:49:11.945,Volts,1\n", "p:2: expected Time,"},
      {analyzer_line(10, "1") + "Time,02-30-2024 20:49:11.945,Watts,1\n", "p:2: expected Time,"},
      {analyzer_line(10, "1") + "timestamp_s,watts\n", "p:2: "},
      {std::string("\0\xff\xfe binary", 10), "p:1: expected a line of PTDaemon"}};
  for (const auto& [text, message] : wrong) {
    const auto log = power_log_from(text, "p", {.utc_offset = kUtc});
    ASSERT_FALSE(log.has_value()) << text;
    EXPECT_THAT(log.error().message, HasSubstr(message)) << text;
  }
}

TEST(PowerLog, ReadsOffsetsFromUtcAndRefusesOthers) {
  EXPECT_EQ(*parse_utc_offset("Z"), kUtc);
  EXPECT_EQ(*parse_utc_offset("+02:00"), std::chrono::hours(2));
  EXPECT_EQ(*parse_utc_offset("-0530"), -std::chrono::minutes(330));
  for (const char* text : {"", "2", "02:00", "+2:00", "+15:00", "+02:60", "+02:0a", "CET"})
    EXPECT_FALSE(parse_utc_offset(text).has_value()) << text;
}

std::string content(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// Real logs of published results, where the corpus is at hand: the mean power over the window is
// the one that the submission checker computed.
TEST(PowerLog, GivesTheMeanPowerOfPublishedLogs) {
  const std::filesystem::path corpus = std::string(JOULEMARK_SHARED_FIXTURES) + "/mlperf";
  if (!std::filesystem::exists(corpus)) GTEST_SKIP() << "no corpus";
  const auto expected = nlohmann::json::parse(content(corpus / "golden_expected.json"));
  std::size_t compared = 0;
  for (const auto& [name, facts] : expected["inference"].items()) {
    const auto path = corpus / name / "performance" / "run_1" / "spl.txt";
    if (!std::filesystem::exists(path)) continue;
    const auto log = power_log_from(content(path), "spl.txt", {.utc_offset = kUtc});
    ASSERT_TRUE(log.has_value()) << name << ": " << log.error().message;
    const UtcTime begin(from_seconds(facts["power_begin_unix"].get<double>()));
    const UtcTime end(from_seconds(facts["power_end_unix"].get<double>()));
    double sum = 0.0, n = 0.0;
    for (std::size_t i = 0; i < log->series.time.size(); ++i)
      if (log->series.time[i] > begin && log->series.time[i] < end) {
        sum += log->series.value[i];
        n += 1.0;
      }
    EXPECT_NEAR(sum / n, facts["checker_avg_power_w"].get<double>(), 0.01) << name;
    EXPECT_TRUE(check_covers(*log, name, {begin, end})) << name;
    ++compared;
  }
  EXPECT_GE(compared, 3U);
}

TEST(PowerLog, TakesTheSumOfSeveralAnalyzersInOneLine) {
  const std::filesystem::path path =
      std::string(JOULEMARK_SHARED_FIXTURES) + "/mlperf/spl_multi_analyzer_power-dev-330.txt";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no corpus";
  const auto log = power_log_from(content(path), "spl.txt", {.utc_offset = kUtc});
  ASSERT_TRUE(log.has_value()) << log.error().message;
  EXPECT_EQ(log->series.value.at(0), 422.866);
}

}  // namespace
}  // namespace joulemark
