#include "query/power_trace.h"

#include <gtest/gtest.h>

#include "tests/query/canned_reports.h"

namespace joulemark {
namespace {

using canned::counter;
using canned::evaluated;
using canned::node;

PowerPicture trace_of(std::vector<SensorTelemetry> sensors, std::vector<std::string> nodes = {}) {
  return evaluated(canned::telemetry(std::move(sensors)), canned::request(std::move(nodes))).trace;
}

std::vector<SensorTelemetry> steady(int nodes) {
  std::vector<SensorTelemetry> out;
  out.reserve(static_cast<std::size_t>(nodes));
  for (int i = 0; i < nodes; ++i) out.push_back(counter(node("r" + std::to_string(10 + i))));
  return out;
}

void expect_everywhere(const PowerLine& line, double watts) {
  ASSERT_FALSE(line.watts.empty());
  for (const auto& power : line.watts) EXPECT_NEAR(power.value_or(-1.0), watts, 1e-6);
}

TEST(PowerTrace, IsTheSumOfWhatWasCountedAndEachNode) {
  const PowerPicture trace = trace_of({counter(node("r1")), counter(node("r2", 700.0))});
  EXPECT_EQ(trace.duration, 600.0);
  EXPECT_EQ(trace.bin, 1.0);
  ASSERT_TRUE(trace.counted);
  expect_everywhere(*trace.counted, 1200.0);
  ASSERT_EQ(trace.nodes.size(), 2U);
  EXPECT_EQ(trace.nodes[1].name, "r2");
  expect_everywhere(trace.nodes[1], 700.0);
  EXPECT_FALSE(trace.other);
}

TEST(PowerTrace, OfOneOrOfManyNodesIsTheSumAlone) {
  EXPECT_TRUE(trace_of(steady(1)).nodes.empty());
  EXPECT_EQ(trace_of(steady(10)).nodes.size(), 10U);
  const PowerPicture many = trace_of(steady(11));
  EXPECT_TRUE(many.nodes.empty());
  expect_everywhere(*many.counted, 11 * 500.0);
}

TEST(PowerTrace, ShowsTheOtherCompleteCoverWithoutAddingIt) {
  const PowerPicture trace = trace_of(canned::with_second_cover("r1"));
  expect_everywhere(*trace.counted, 550.0);
  ASSERT_TRUE(trace.other);
  EXPECT_EQ(trace.other->name, "cray");
  expect_everywhere(*trace.other, 515.0);
}

TEST(PowerTrace, ShowsNoOtherCoverThatANodeLacks) {
  auto sensors = canned::with_second_cover("r1");
  sensors.push_back(counter(node("r2")));
  const PowerPicture trace = trace_of(sensors);
  expect_everywhere(*trace.counted, 1050.0);
  EXPECT_FALSE(trace.other);
}

TEST(PowerTrace, OfAnIncompleteTotalIsThatOfTheMeasuredNodes) {
  const PowerPicture trace = trace_of({counter(node("r1"))}, {"r1", "x9"});
  ASSERT_TRUE(trace.counted);
  expect_everywhere(*trace.counted, 500.0);
}

TEST(PowerTrace, OfARefusedTotalIsNone) {
  EXPECT_FALSE(trace_of({canned::with_resets(counter(node("r1")), 2)}).counted);
}

TEST(PowerTrace, HasNoMoreThanSixHundredBinsAndNoneBelowTheScrapeInterval) {
  canned::CounterSpec slow = node("r1");
  slow.interval = 15.0;
  const PowerPicture trace = trace_of({counter(slow)});
  EXPECT_EQ(trace.bin, 15.0);
  EXPECT_EQ(trace.counted->watts.size(), 40U);
  EXPECT_LE(trace_of(steady(1)).counted->watts.size(), 600U);
}

TEST(PowerTrace, HasAGapWhereOneMeterHasOne) {
  canned::CounterSpec late = node("r2");
  late.from = 10.0;
  const PowerPicture trace = trace_of({counter(node("r1")), counter(late)});
  ASSERT_EQ(trace.nodes.size(), 2U);
  EXPECT_TRUE(trace.nodes[0].watts[3]);
  EXPECT_FALSE(trace.nodes[1].watts[3]);
  EXPECT_FALSE(trace.counted->watts[3]);
  EXPECT_NEAR(trace.counted->watts[30].value_or(0.0), 1000.0, 1e-6);
}

}  // namespace
}  // namespace joulemark
