#include "query/outlook.h"

#include <gmock/gmock.h>

#include "query/evaluation.h"
#include "tests/query/canned.h"
#include "tests/query/golden.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

UtcTime at(double s) { return UtcTime(std::chrono::seconds(canned::kStart)) + from_seconds(s); }

canned::CounterSpec node(const std::string& name, double from = -60.0, double to = 660.0) {
  canned::CounterSpec out;
  out.node = name;
  out.exporter = name + ":11818";
  out.from = from;
  out.to = to;
  return out;
}

Outlook outlook_for(const Telemetry& telemetry, Duration planned = 10min,
                    std::vector<std::string> asked = {}) {
  const auto window = window_to_look_at(telemetry, at(660), planned);
  EXPECT_TRUE(window);
  auto request = canned::request(std::move(asked));
  request.window.begin = Instant{window->start, {}};
  request.window.end = Instant{window->end, {}};
  auto report = evaluate(telemetry, request);
  EXPECT_TRUE(report);
  return look_ahead(std::move(*report), telemetry, at(660), planned);
}

std::vector<std::string> red(const Outlook& outlook) {
  std::vector<std::string> out;
  for (const RedLine& line : outlook.red_lines) out.push_back(line.what);
  return out;
}

TEST(Outlook, LooksAtTheLastTenMinutesUntilThreeScrapesAgo) {
  const auto window =
      window_to_look_at(canned::telemetry({canned::counter(node("a"))}), at(660), 1h);
  ASSERT_TRUE(window);
  EXPECT_EQ(window->end, at(656));
  EXPECT_EQ(window->start, at(56));
}

TEST(Outlook, LooksNoFurtherBackThanThePlannedWindowIsLong) {
  const auto window =
      window_to_look_at(canned::telemetry({canned::counter(node("a"))}), at(660), 30s);
  ASSERT_TRUE(window);
  EXPECT_EQ(window->start, at(626));
}

TEST(Outlook, LooksAtTenSecondsForAWindowThatIsShorter) {
  const auto window =
      window_to_look_at(canned::telemetry({canned::counter(node("a"))}), at(660), 5s);
  ASSERT_TRUE(window);
  EXPECT_EQ(window->start, at(646));
}

TEST(Outlook, CountsTimeThatScrapesAndExporterMissedOnce) {
  SensorTelemetry sensor = canned::counter(node("a"));
  Series& series = sensor.series;
  series.uncovered.assign(series.time.size(), 0.0);
  for (std::size_t i = 0; i < series.time.size(); ++i)
    if (series.time[i] >= at(300)) {
      series.time[i] += 30s;
      series.uncovered[i] = 25.0;
    }
  EXPECT_NEAR(outlook_for(canned::telemetry({sensor}), 1min).nodes.at(0).gaps, 30.0, 1.5);
}

TEST(Outlook, BeginsWhereTheLastNodeToAppearHasReadings) {
  const auto telemetry =
      canned::telemetry({canned::counter(node("a")), canned::counter(node("b", 500.0))});
  const auto window = window_to_look_at(telemetry, at(660), 10min);
  ASSERT_TRUE(window);
  EXPECT_EQ(window->start, at(501));
}

TEST(Outlook, WaitsForANodeThatHasJustAppearedAndNamesIt) {
  const auto telemetry =
      canned::telemetry({canned::counter(node("a")), canned::counter(node("late", 652.0))});
  const auto window = window_to_look_at(telemetry, at(660), 10min);
  ASSERT_FALSE(window);
  EXPECT_EQ(window.error().code, ErrorCode::kNotPresent);
  EXPECT_THAT(window.error().message, HasSubstr("late"));
}

TEST(Outlook, ScalesTheEnergyToThePlannedWindowAndTheUncertaintyByItsKind) {
  const Outlook outlook = outlook_for(canned::telemetry({canned::counter(node("a"))}), 1h);
  EXPECT_NEAR(outlook.energy, 500.0 * 3600.0, 500.0 * 3600.0 * 1e-3);
  const Total& seen = outlook.report.total.figure;
  EXPECT_LT(outlook.U / outlook.energy, seen.headline_U / seen.energy);  // edges do not grow
  EXPECT_GT(outlook.U, seen.headline_U);                                 // gain does
}

TEST(Outlook, TellsOfEachNodeHowOftenItIsReadAndScrapedAndHowGoodItsClockIs) {
  const Outlook outlook = outlook_for(canned::telemetry({canned::counter(node("a"))}));
  const NodeOutlook& seen = outlook.nodes.at(0);
  EXPECT_EQ(seen.scrape_interval, 1.0);
  EXPECT_NEAR(seen.clock_bound.value_or(0.0), 0.004, 1e-9);
  EXPECT_EQ(seen.gaps, 0.0);
  EXPECT_NEAR(seen.watched, 600.0, 1.0);
}

TEST(Outlook, FindsAGapBeforeTheWindowItEvaluates) {
  SensorTelemetry sensor = canned::counter(node("a"));
  Series& series = sensor.series;
  Series kept = series;
  const auto drop = [&](auto& column, const auto& from) {
    if (from.size() != series.time.size()) return;
    column.clear();
    for (std::size_t i = 0; i < series.time.size(); ++i)
      if (series.time[i] < at(100) || series.time[i] > at(140)) column.push_back(from[i]);
  };
  drop(kept.time, series.time);
  drop(kept.value, series.value);
  drop(kept.variance, series.variance);
  drop(kept.uncovered, series.uncovered);
  drop(kept.resets, series.resets);
  drop(kept.start, series.start);
  drop(kept.power_min, series.power_min);
  drop(kept.power_max, series.power_max);
  sensor.series = kept;
  const Outlook outlook = outlook_for(canned::telemetry({sensor}), 1min);
  EXPECT_NEAR(outlook.nodes.at(0).gaps, 40.0, 2.0);
  EXPECT_THAT(red(outlook), testing::Contains("GAPS"));
  EXPECT_THAT(outlook_to_text(outlook), HasSubstr("look at the scrape health"));
}

TEST(Outlook, NamesANodeThatTheServerDoesNotHaveAndPredictsNothing) {
  const Outlook outlook =
      outlook_for(canned::telemetry({canned::counter(node("a"))}), 10min, {"a", "b"});
  ASSERT_THAT(red(outlook), testing::Contains("MISSING"));
  EXPECT_THAT(outlook.red_lines.front().nodes, ElementsAre("b"));
  const std::string text = outlook_to_text(outlook);
  EXPECT_THAT(text, HasSubstr("1 of 2 nodes found"));
  EXPECT_THAT(text, HasSubstr("PREDICTED  no figure"));
  EXPECT_THAT(outlook_to_json(outlook), HasSubstr("\"energy_joules\": null"));
}

TEST(Outlook, GivesARemedyForEveryRedLine) {
  auto slow = node("slow");
  slow.accuracy_source = AccuracySource::kClassDefault;
  slow.supply = Supply::kUnknown;
  slow.boundary = Boundary::kUnknown;
  const Outlook outlook = outlook_for(canned::telemetry({canned::counter(slow)}));
  EXPECT_THAT(red(outlook), testing::IsSupersetOf({"CLASS_DEFAULT_ACCURACY", "SUPPLY_UNDECLARED"}));
  for (const RedLine& line : outlook.red_lines) {
    EXPECT_THAT(line.meaning, Not(IsEmpty())) << line.what;
    EXPECT_THAT(line.remedy, Not(IsEmpty())) << line.what;
  }
}

TEST(Outlook, DoesNotBlameTheLengthOfTheLookForAWindowThatWillBeLonger) {
  const auto telemetry = canned::telemetry({canned::counter(node("a", 500.0))});
  EXPECT_THAT(red(outlook_for(telemetry, 1h)), Not(testing::Contains("WINDOW_TOO_SHORT")));
  EXPECT_THAT(red(outlook_for(telemetry, 40s)), testing::Contains("WINDOW_TOO_SHORT"));
}

TEST(Outlook, ShowsTheThreeLargestPartsOfTheUncertainty) {
  const std::string text =
      outlook_to_text(outlook_for(canned::telemetry({canned::counter(node("a"))})));
  EXPECT_THAT(text, testing::ContainsRegex("LARGEST    [a-z ,]+ [0-9.]+ %"));
}

TEST(Outlook, IsTheJsonThatIsPublished) {
  golden::expect_json("preflight.json",
                      outlook_to_json(outlook_for(canned::telemetry({canned::counter(node("a"))}),
                                                  1h, {"a", "b"})));
}

TEST(Outlook, ShowsTwentyNodesTheWorstFirst) {
  std::vector<SensorTelemetry> sensors;
  for (int i = 0; i < 30; ++i) {
    auto spec = node("n" + std::to_string(100 + i));
    if (i == 29) spec.accuracy = 0.2;
    sensors.push_back(canned::counter(spec));
  }
  const std::string text = outlook_to_text(outlook_for(canned::telemetry(std::move(sensors))));
  EXPECT_THAT(text, HasSubstr("\nn129 "));
  EXPECT_THAT(text, Not(HasSubstr("\nn128 ")));
  EXPECT_THAT(text, HasSubstr("... and 10 nodes"));
}

}  // namespace
}  // namespace joulemark
