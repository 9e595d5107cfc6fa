// The published formulas, against golden values of the public checkers.
#include "mlperf/formula/published.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "mlperf/spl/spl_log.h"
#include "mlperf/training/result_log.h"
#include "tests/fakes/temp_folder.h"

namespace joulemark::mlperf {
namespace {

using testing::HasSubstr;

std::filesystem::path corpus() { return std::string(JOULEMARK_SHARED_FIXTURES) + "/mlperf"; }

nlohmann::json golden() {
  std::ifstream in(corpus() / "golden_expected.json");
  return nlohmann::json::parse(in);
}

TEST(PublishedFormulas, GiveTheGoldenValuesOfInference) {
  if (!std::filesystem::exists(corpus())) GTEST_SKIP() << "no corpus of MLPerf logs";
  std::size_t seen = 0;
  const auto all = golden()["inference"];
  for (const auto& [name, want] : all.items()) {
    const auto folder = corpus() / name / "performance/run_1";
    const auto run = read_loadgen_run(folder.string());
    const auto spl = read_spl_log((folder / "spl.txt").string());
    ASSERT_TRUE(run && spl) << name;
    const auto ms = [](UtcTime t) {
      return std::chrono::duration_cast<std::chrono::milliseconds>(t.time_since_epoch()).count();
    };
    const auto power = inference_power(spl->readings, ms(run->power_begin), ms(run->power_end));
    ASSERT_TRUE(power) << name;
    EXPECT_EQ(power->samples, want["samples_in_window"].get<std::size_t>()) << name;
    EXPECT_NEAR(power->mean_watts, want["checker_avg_power_w"], 1e-6) << name;
    EXPECT_NEAR(power->energy_joules, want["checker_energy_j"], 1e-3) << name;
    EXPECT_NEAR(*trapezoid_joules(spl->readings, ms(run->power_begin), ms(run->power_end)),
                want["trap_boundary_energy_j"], 1e-3)
        << name;
    const auto metric = inference_metric(*power, *run);
    const char* key = want.contains("checker_power_metric_w") ? "checker_power_metric_w"
                                                              : "checker_power_metric_mj_per_query";
    EXPECT_NEAR(*metric, want[key], 1e-6) << name;
    ++seen;
  }
  EXPECT_EQ(seen, 5U);
}

TEST(PublishedFormulas, GiveTheGoldenValuesOfTraining) {
  if (!std::filesystem::exists(corpus())) GTEST_SKIP() << "no corpus of MLPerf logs";
  const auto all = golden()["training"];
  ASSERT_EQ(all.size(), 2U);
  for (const auto& [name, want] : all.items()) {
    double total = 0.0;
    const auto folder = corpus() / name / "power/result_5740-240517044141819407406_10";
    for (const auto& [file, joules] : want["nodes_j"].items()) {
      const auto log = read_node_log((folder / file).string());
      ASSERT_TRUE(log) << log.error().message;
      const auto found = training_node_energy(*log, want["time_to_train_ms"]);
      ASSERT_TRUE(found) << file;
      EXPECT_NEAR(found->joules, joules.get<double>(), 0.1) << name << file;
      total += found->joules;
    }
    const auto sw = read_node_log((folder / "sw_0.txt").string());
    total += *training_switch_joules(*sw, want["time_to_train_ms"]);
    EXPECT_NEAR(total, want["total_j"].get<double>(), 0.5) << name;
  }
}

// What the original does with logs that no tool would write: found by running it.
class OddNodeLogs : public testing::Test {
 protected:
  static std::string record(std::int64_t s, const std::string& key, const std::string& value) {
    return ":::MLLOG {\"namespace\": \"\", \"time_ms\": " +
           std::to_string(1700000000000 + 1000 * s) + ", \"event_type\": \"X\", \"key\": \"" + key +
           "\", \"value\": " + value + ", \"metadata\": {}}\n";
  }
  NodeLog read(const std::string& bytes) {
    std::ofstream(folder.path() / "node_0.txt", std::ios::binary) << bytes;
    const auto log = read_node_log((folder.path() / "node_0.txt").string());
    EXPECT_TRUE(log) << log.error().message;
    return log.value_or(NodeLog{});
  }
  TempFolder folder;
};

TEST_F(OddNodeLogs, AreSortedByTimeWithEqualTimesAsInTheFile) {
  const auto energy = training_node_energy(
      read(record(0, "power_measurement_start", "null") + record(5, "power_reading", "100") +
           record(10, "power_measurement_stop", "null") + record(9, "power_reading", "100") +
           record(10, "power_reading", "100")),
      10'000);
  ASSERT_TRUE(energy);
  EXPECT_DOUBLE_EQ(energy->joules, 900.0);
  EXPECT_EQ(energy->uncounted, 1U);
}

TEST_F(OddNodeLogs, WithoutAStopEndWithTheLastReading) {
  const std::string log = record(0, "power_measurement_start", "null") +
                          record(5, "power_reading", "100") + record(10, "power_reading", "100");
  EXPECT_DOUBLE_EQ(training_node_energy(read(log), 10'000)->joules, 1000.0);
  EXPECT_FALSE(training_node_energy(read(record(5, "power_reading", "100")), 10'000));
}

TEST_F(OddNodeLogs, OfASwitchHaveTheConversionThatStandsBeforeTheEstimate) {
  const std::string estimate = record(0, "interconnect_power_est", "100");
  const std::string half = record(0, "conversion_eff", "0.5");
  EXPECT_DOUBLE_EQ(*training_switch_joules(read(estimate + half), 10'000), 1000.0);
  EXPECT_DOUBLE_EQ(*training_switch_joules(read(half + estimate), 10'000), 500.0);
  EXPECT_FALSE(training_switch_joules(read(record(5, "power_reading", "100")), 10'000));
}

TEST(PublishedFormulas, UnknownReadingsAreNoPower) {
  const PowerSeries series{{0, 1000, 2000, 3000}, {100.0, -1.0, 100.0, 100.0}};
  EXPECT_DOUBLE_EQ(*trapezoid_joules(series, 0, 3000), 300.0);
}

class SplLogs : public testing::Test {
 protected:
  Result<SplLog> read(const std::string& bytes) {
    std::ofstream(folder.path() / "spl.txt", std::ios::binary) << bytes;
    return read_spl_log((folder.path() / "spl.txt").string());
  }
  static std::string line(const std::string& time, const std::string& watts,
                          const std::string& more = "") {
    return "Time," + time + ",Watts," + watts +
           ",Volts,-1.000000,Amps,-1.000000,PF,-1.000000,Mark,s_testing" + more + "\n";
  }
  TempFolder folder;
};

TEST_F(SplLogs, HoldTheSumOfChannelsAndAnalyzers) {
  const auto channels = read(line("07-24-2024 07:29:14.188", "2407.7",
                                  ",Ch1,Watts,804.9,Volts,1,Amps,1,PF,1,Ch2,Watts,806.7") +
                             "\n");
  ASSERT_TRUE(channels) << channels.error().message;
  EXPECT_EQ(channels->channels, 2U);
  EXPECT_EQ(channels->readings.watts, std::vector<double>{2407.7});
  EXPECT_EQ(channels->mark, "s_testing");
  const auto analyzers =
      read(line("11-28-2024 15:24:00.737", "422.866",
                ",Analyzer1,Time,11-28-2024 15:24:00.737,Watts,8.066,Analyzer2,Time,11-28-2024 "
                "15:24:00.480,Watts,414.8"));
  EXPECT_EQ(analyzers->analyzers, 2U);
}

TEST_F(SplLogs, BlankLinesAreSkippedAndBrokenOnesAreNamed) {
  const auto log = read("\n" + line("07-24-2024 07:29:14.188", "-1.000000") + "  \n");
  ASSERT_TRUE(log);
  EXPECT_EQ(log->unknown, 1U);
  EXPECT_THAT(read(line("24-07-2024 07:29:14.188", "5")).error().message, HasSubstr("spl.txt:1: "));
  EXPECT_THAT(read(line("07-24-2024 07:29:14.188", "many")).error().message,
              HasSubstr("Watts,NUMBER"));
  EXPECT_THAT(read("nothing\n").error().message, HasSubstr("no line that begins with Time"));
}

TEST(PublishedFormulas, ZerosAndUnknownReadingsAreDroppedAsTheCheckerDrops) {
  PowerSeries series{{1000, 2000, 3000, 4000, 5000}, {100.0, 0.0, -1.0, 300.0, 500.0}};
  const auto power = inference_power(series, 1000, 5000);
  EXPECT_EQ(power->samples, 1U);  // both edges are outside
  EXPECT_EQ(power->mean_watts, 300.0);
  EXPECT_FALSE(inference_power(series, 5000, 6000));
}

}  // namespace
}  // namespace joulemark::mlperf
