#include "query/idle/idle_evaluation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "query/idle/idle_text.h"
#include "query/idle/lowest_power.h"
#include "tests/query/canned_reports.h"
#include "tests/query/golden.h"

namespace joulemark {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

IdleFile idle_of(std::vector<SensorTelemetry> sensors, std::vector<std::string> asked = {},
                 WindowRecord window = canned::window()) {
  const Telemetry telemetry = canned::telemetry(std::move(sensors));
  auto request = canned::request(std::move(asked));
  request.window = std::move(window);
  return idle_baselines(canned::evaluated(telemetry, request).report, telemetry);
}

UtcTime at(double s) { return UtcTime(std::chrono::seconds(canned::kStart)) + from_seconds(s); }

// The node draws `factor` times its power from the moment on.
SensorTelemetry with_step(const canned::CounterSpec& spec, double moment, double factor) {
  SensorTelemetry out = canned::counter(spec);
  for (std::size_t i = 0; i < out.series.time.size(); ++i) {
    const double more = seconds(out.series.time[i] - at(moment));
    if (more > 0.0) out.series.value[i] += (factor - 1.0) * spec.watts * more;
  }
  return out;
}

TEST(IdleBaselines, AreTheMeanPowerOfTheCountedSeries) {
  const IdleFile file = idle_of({canned::counter(canned::node("r1", 250.0))});
  ASSERT_THAT(file.nodes, SizeIs(1));
  const IdleNode& node = file.nodes[0];
  EXPECT_THAT(node.why, IsEmpty());
  EXPECT_NEAR(node.watts, 250.0, 1e-6);
  EXPECT_NEAR(node.u, 250.0 * 0.01 / std::sqrt(3.0), 0.01);
  EXPECT_EQ(node.lowest, 225.0);  // the exporter's trailing extremes
  EXPECT_EQ(node.highest, 275.0);
  ASSERT_THAT(node.series, SizeIs(1));
  EXPECT_EQ(node.series[0].identity, (SensorIdentity{"replay", "psu", "node"}));
  EXPECT_EQ(file.duration, 600.0);
}

TEST(IdleBaselines, AddTheSeriesOfANodeWithOneModelLinearly) {
  canned::CounterSpec first = canned::node("r1", 250.0), second = first;
  first.scope = "node/psu:1/in";
  first.component = second.component = Component::kPsu;
  second.scope = "node/psu:2/in";
  second.id = "psu2";
  second.watts = 150.0;
  const IdleFile file = idle_of({canned::counter(first), canned::counter(second)});
  ASSERT_THAT(file.nodes, SizeIs(1));
  EXPECT_NEAR(file.nodes[0].watts, 400.0, 1e-6);
  EXPECT_NEAR(file.nodes[0].u, 400.0 * 0.01 / std::sqrt(3.0), 0.02);
  EXPECT_EQ(file.nodes[0].lowest, 0.9 * 400.0);
  EXPECT_THAT(file.nodes[0].series, SizeIs(2));
}

TEST(IdleBaselines, RefuseANodeThatBeganToWork) {
  const IdleFile file = idle_of({canned::counter(canned::node("r1", 250.0)),
                                 with_step(canned::node("r2", 251.0), 305.0, 1.6)});
  EXPECT_THAT(file.nodes[0].why, IsEmpty());
  EXPECT_THAT(file.nodes[1].why, StartsWith("was not idle: its power stepped from 251 W to 3"));
  EXPECT_THAT(file.nodes[1].why, HasSubstr("(replay psu)"));
}

TEST(IdleBaselines, RefuseANodeWhosePowerDrifts) {
  canned::CounterSpec spec = canned::node("r1", 200.0);
  SensorTelemetry rising = canned::counter(spec);
  for (std::size_t i = 0; i < rising.series.time.size(); ++i) {
    const double t = seconds(rising.series.time[i] - at(-60.0));
    rising.series.value[i] += 0.5 * 0.1 * t * t;  // 0.1 W/s
  }
  EXPECT_THAT(idle_of({rising}).nodes[0].why, HasSubstr("its power drifted between 2"));
}

TEST(IdleBaselines, ToleratesTheScatterOfAnIdleNode) {
  SensorTelemetry uneasy = canned::counter(canned::node("r1", 250.0));
  for (std::size_t i = 0; i < uneasy.series.value.size(); ++i)
    uneasy.series.value[i] += i % 2 == 0 ? 60.0 : 0.0;
  EXPECT_THAT(idle_of({uneasy}).nodes[0].why, IsEmpty());
}

TEST(IdleBaselines, OfMissingAndRefusedNodesSayWhy) {
  const IdleFile file =
      idle_of({canned::with_resets(canned::counter(canned::node("r1")), 2)}, {"r1", "x9"});
  ASSERT_THAT(file.nodes, SizeIs(2));
  EXPECT_THAT(file.nodes[0].why, HasSubstr("more than once"));
  EXPECT_THAT(file.nodes[1].why, HasSubstr("no series of it"));
}

TEST(IdleBaselines, RefuseAWindowBelow300Seconds) {
  const IdleFile file =
      idle_of({canned::counter(canned::node("r1"))}, {}, canned::window(0.25, 299.25));
  EXPECT_THAT(file.nodes[0].why, HasSubstr("at least 300 s"));
}

TEST(IdleBaselines, AskAboutANodeThatDrawsMoreThanItsLike) {
  std::vector<SensorTelemetry> sensors;
  for (int i = 1; i <= 5; ++i)
    sensors.push_back(
        canned::counter(canned::node("r" + std::to_string(i), i == 4 ? 700.0 : 250.0 + 0.1 * i)));
  const IdleFile file = idle_of(std::move(sensors));
  EXPECT_THAT(file.notes, ElementsAre(AllOf(StartsWith("r4 draws 700 W, the median of its model "
                                                       "(Acme PSU 3000) is 250 W"),
                                            HasSubstr("was it idle?"))));
}

TEST(IdleBaselines, AreTheGoldenScreenAndFile) {
  IdleFile file = idle_of({canned::counter(canned::node("r1", 250.0)),
                           with_step(canned::node("r2", 251.0), 305.0, 1.6),
                           canned::counter(canned::node("r3", 248.0))});
  file.power_state = "governor performance";
  golden::expect_text("idle/three_nodes.txt", idle_to_text(file, "idle.json"));
  golden::expect_json("idle/three_nodes.json", idle_to_json(file));
}

TEST(IdleBaselines, OfManyNodesAreOneScreen) {
  std::vector<SensorTelemetry> sensors;
  for (int i = 100; i < 140; ++i)
    sensors.push_back(canned::counter(canned::node("r" + std::to_string(i), 250.0 + i)));
  const std::string text = idle_to_text(idle_of(std::move(sensors)), "");
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 32);
  EXPECT_THAT(text, HasSubstr("and 20 more: see --output json"));
  EXPECT_THAT(text, HasSubstr("40 of 40 nodes with a baseline"));
  EXPECT_THAT(text, HasSubstr("write it with --output-file FILE"));
  EXPECT_THAT(text, HasSubstr("source: measured_idle"));
}

TEST(PowerShownBy, ACounterIgnoresExtremesFromBeforeTheWindow) {
  SensorTelemetry sensor = canned::counter(canned::node("r1", 250.0));
  for (std::size_t i = 0; i < sensor.series.time.size(); ++i)
    if (sensor.series.time[i] < at(55.0)) sensor.series.power_min[i] = 10.0;
  const auto shown = power_shown(sensor.series, {at(0.25), at(600.25)});
  ASSERT_TRUE(shown);
  EXPECT_EQ(shown->low, 225.0);
}

TEST(PowerShownBy, ACounterLeavesOutIntervalsThatLackEnergy) {
  SensorTelemetry sensor = canned::counter(canned::node("r1", 250.0));
  Series& series = sensor.series;
  series.power_min.clear();
  series.power_max.clear();
  for (std::size_t i = 0; i < series.value.size(); ++i)
    if (i > 200) {
      series.uncovered[i] = 1.0;
      series.value[i] -= 250.0;
    }
  const auto shown = power_shown(series, {at(0.25), at(600.25)});
  ASSERT_TRUE(shown);
  EXPECT_NEAR(shown->low, 250.0, 1e-6);
  EXPECT_NEAR(shown->high, 250.0, 1e-6);
}

TEST(PowerShownBy, AGaugeIsItsReadingsInsideTheWindow) {
  Series series;
  series.kind = SeriesKind::kGauge;
  series.node_scope = true;
  for (int i = -20; i <= 620; ++i) {
    series.time.push_back(at(i));
    series.value.push_back(i < 0 ? 100.0 : i == 300 ? 0.0 : i == 400 ? 240.0 : 250.0);
  }
  const auto shown = power_shown(series, {at(0.25), at(600.25)});
  ASSERT_TRUE(shown);
  EXPECT_EQ(shown->low, 240.0);  // 0 W at a node is no reading
  EXPECT_EQ(shown->high, 250.0);
}

TEST(PowerShownBy, ASeriesWithoutSamplesIsNothing) {
  EXPECT_FALSE(power_shown(Series{}, {at(0.25), at(600.25)}));
  Series gauge;
  gauge.kind = SeriesKind::kGauge;
  EXPECT_FALSE(power_shown(gauge, {at(0.25), at(600.25)}));
}

}  // namespace
}  // namespace joulemark
