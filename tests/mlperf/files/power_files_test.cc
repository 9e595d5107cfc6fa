#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "mlperf/files/power_log.h"
#include "mlperf/files/spl_file.h"
#include "mlperf/log/log_record.h"

namespace joulemark::mlperf {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

PowerGrid grid_of(double seconds_long, double step = 1.0) {
  const UtcTime start(std::chrono::milliseconds(1715898649339));
  return {start, start + from_seconds(seconds_long), step, 1.0};
}

MeteredUnit unit_of(const std::string& name, std::vector<std::vector<double>> channels) {
  MeteredUnit out;
  out.name = name;
  out.supply = Supply::kDc;
  out.conversion_how = "not converted";
  for (auto& watts : channels) out.channels.push_back({"s", std::move(watts)});
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

// The formula of the result summarizer: sum W dt from the start, over the log's span, times TTT.
TEST(PowerLog, TheSummarizersSumLosesNoTail) {
  const PowerGrid grid = grid_of(10.7);
  const auto lines = lines_of(node_log(unit_of("n", {std::vector<double>(11, 5000.0)}), grid));
  ASSERT_EQ(lines.size(), 14U);
  std::int64_t before = 0, start = 0, stop = 0;
  double sum = 0.0;
  for (const std::string& line : lines) {
    const auto record = parse_record(record_text(line));
    ASSERT_TRUE(record) << line;
    const std::int64_t ms = *epoch_ms(*record);
    if (record->key == "power_measurement_start") start = before = ms;
    if (record->key == "power_measurement_stop") stop = ms;
    if (record->key != "power_reading") continue;
    sum += *record->number * static_cast<double>(ms - before);
    before = ms;
  }
  EXPECT_THAT(lines.front(), HasSubstr("power_measurement_start"));
  EXPECT_THAT(lines.back(), HasSubstr("power_measurement_stop"));
  EXPECT_EQ(start, 1715898649339);
  EXPECT_EQ(stop - start, 10700);
  EXPECT_DOUBLE_EQ(sum / static_cast<double>(stop - start), 5000.0);
}

TEST(PowerLog, EveryLineIsWhatTheParsersDemand) {
  MeteredUnit unit = unit_of("nöde \"1\"", {{100.0, 200.12345}});
  unit.supply = Supply::kAc;
  unit.conversion = 0.95;
  for (const std::string& line : lines_of(node_log(unit, grid_of(2.0)))) {
    EXPECT_THAT(line, StartsWith(":::MLLOG {\"namespace\": \"\", \"time_ms\": ")) << line;
    const auto json = nlohmann::json::parse(record_text(line));
    EXPECT_TRUE(json["time_ms"].is_number_integer());
    EXPECT_TRUE(json.contains("metadata"));
    if (json["key"] == "conversion_eff") {
      EXPECT_EQ(json["value"], 0.95);
      EXPECT_EQ(json["metadata"]["measurement_type"], "AC");
    }
  }
}

TEST(PowerLog, ASwitchIsOneLine) {
  const auto json = nlohmann::json::parse(
      record_text(switch_log({"leaf", 1293.75, false, "36 of 64 ports"}, grid_of(5.0))));
  EXPECT_EQ(json["key"], "interconnect_power_est");
  EXPECT_EQ(json["value"], 1293.75);
  EXPECT_EQ(json["time_ms"], 1715898649339);
}

TEST(SplFile, OneChannelStandsAloneAtTheMiddleOfItsStep) {
  EXPECT_THAT(lines_of(spl_file({unit_of("a", {{100.0, 200.5}})}, grid_of(2.0), "s_testing")),
              ElementsAre("Time,05-16-2024 22:30:49.839,Watts,100.000000,Volts,-1.000000,Amps,"
                          "-1.000000,PF,-1.000000,Mark,s_testing",
                          "Time,05-16-2024 22:30:50.839,Watts,200.500000,Volts,-1.000000,Amps,"
                          "-1.000000,PF,-1.000000,Mark,s_testing"));
}

TEST(SplFile, ChannelsAndAnalyzersFollowTheirSum) {
  const auto channels =
      lines_of(spl_file({unit_of("a", {{100.0}, {50.0}})}, grid_of(1.0), "s_testing"));
  EXPECT_THAT(channels[0], HasSubstr("Watts,150.000000,"));
  EXPECT_THAT(channels[0], HasSubstr(",Mark,s_testing,Ch1,Watts,100.000000,"));
  EXPECT_THAT(channels[0], HasSubstr(",Ch2,Watts,50.000000,"));
  const auto analyzers = lines_of(
      spl_file({unit_of("a", {{100.0}}), unit_of("b", {{30.0}})}, grid_of(1.0), "s_testing"));
  EXPECT_THAT(analyzers[0], HasSubstr("Watts,130.000000,"));
  EXPECT_THAT(analyzers[0], HasSubstr(",Analyzer2,Time,05-16-2024 22:30:49.839,Watts,30.000000,"));
}

}  // namespace
}  // namespace joulemark::mlperf
