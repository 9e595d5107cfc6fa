#include "query/evaluation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "tests/query/canned.h"

namespace joulemark {
namespace {

using canned::CounterSpec;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

CounterSpec node(const std::string& name, double watts = 500.0) {
  CounterSpec spec;
  spec.node = name;
  spec.exporter = name + ":11818";
  spec.watts = watts;
  return spec;
}

// A CPU package: part of the node's components.
CounterSpec package(const std::string& name, int index, double watts) {
  CounterSpec spec = node(name, watts);
  spec.source = "rapl";
  spec.id = "package-" + std::to_string(index);
  spec.scope = "node/cpu:" + std::to_string(index);
  spec.component = Component::kCpu;
  spec.boundary = Boundary::kComponent;
  spec.supply = Supply::kDc;
  return spec;
}

Report good(const Telemetry& telemetry, const EvaluationRequest& request) {
  auto report = evaluate(telemetry, request);
  EXPECT_TRUE(report) << report.error().message;
  return report ? *report : Report{};
}

bool is_complete(const Report& report) {
  return report.total.figure.status == Total::Status::kComplete;
}

TEST(Evaluation, AddsAllNodesAndTheirCorrelatedErrorsLinearly) {
  const Report one = good(canned::telemetry({canned::counter(node("a"))}), canned::request());
  const Report two =
      good(canned::telemetry({canned::counter(node("a")), canned::counter(node("b", 600.0))}),
           canned::request());
  ASSERT_TRUE(is_complete(two));
  EXPECT_NEAR(one.total.figure.energy, 300e3, 1.0);
  EXPECT_NEAR(two.total.figure.energy, 660e3, 1.0);
  EXPECT_NEAR(two.total.figure.headline_U / one.total.figure.headline_U, 2.2, 0.01);
}

// A wave of a tenth with a period of 23 s.
double wave(double t) { return 1.0 + 0.1 * std::sin(2.0 * std::numbers::pi * t / 23.0); }
// The same from a meter that stands still for 20 s and goes on answering.
double stuck_wave(double t) { return wave(t > 200.0 && t < 220.0 ? 200.0 : t); }

TEST(Evaluation, AGaugeThatStandsStillWhileItsNodeMovesIsFrozenAndNoBetterThanReference) {
  CounterSpec other = package("a", 0, 200.0);
  const auto with = [&](double (*shape)(double)) {
    return good(canned::telemetry({canned::gauge(node("a"), shape), canned::gauge(other, wave)}),
                canned::request());
  };
  const auto psu = [](const Report& report) -> const SeriesReport& {
    for (const SeriesReport& series : report.nodes.at(0).series)
      if (series.scope == "node") return series;
    throw std::runtime_error("no series of the node");
  };
  const Report moving = with(wave), stuck = with(stuck_wave);
  EXPECT_THAT(psu(moving).codes, Not(Contains(Code::kFrozen)));
  EXPECT_THAT(psu(stuck).codes, Contains(Code::kFrozen));
  EXPECT_EQ(stuck.evidence.frozen, 1U);
  EXPECT_LE(stuck.total.cls, Class::kReferenceOnly);
  // The 20 s are a gap, not readings: its uncertainty is there.
  EXPECT_NEAR(stuck.total.figure.energy, moving.total.figure.energy, stuck.total.figure.headline_U);
  EXPECT_GT(stuck.total.figure.headline_U, moving.total.figure.headline_U);
}

TEST(Evaluation, CountsTheUpstreamScopeAndShowsTheOtherCover) {
  CounterSpec dual = node("a", 505.0);
  dual.id = "zz";
  const Report report = good(canned::telemetry({canned::counter(node("a")), canned::counter(dual),
                                                canned::counter(package("a", 0, 300.0))}),
                             canned::request());
  EXPECT_NEAR(report.total.figure.energy, 300e3, 1.0);
  EXPECT_EQ(report.nodes[0].basis, Basis::kAcInput);
}

TEST(Evaluation, OfComponentsAloneIsAPartialScope) {
  const Report report = good(canned::telemetry({canned::counter(package("a", 0, 100.0)),
                                                canned::counter(package("a", 1, 120.0))}),
                             canned::request());
  ASSERT_TRUE(is_complete(report));
  EXPECT_NEAR(report.total.figure.energy, 132e3, 1.0);
  EXPECT_THAT(report.total.reasons, Contains(Code::kPartialScope));
  EXPECT_EQ(report.total.cls, Class::kReferenceOnly);
}

TEST(Evaluation, RefusesANodeThatLostAPartInsteadOfCountingTheRest) {
  const Report report =
      good(canned::telemetry({canned::counter(package("a", 0, 100.0)),
                              canned::with_resets(canned::counter(package("a", 1, 120.0)), 2)}),
           canned::request());
  EXPECT_FALSE(is_complete(report));
  EXPECT_EQ(report.nodes[0].status, NodeReport::Status::kRefused);
  EXPECT_THAT(report.nodes[0].reasons, ElementsAre(Code::kSeveralResets));
  EXPECT_THAT(report.nodes[0].why, HasSubstr("rapl package-1"));
}

TEST(Evaluation, RefusesANodeWithASensorThatIsKnownButSilent) {
  CounterSpec silent = package("a", 1, 120.0);
  silent.from = -60.0;
  silent.to = -70.0;
  const Report report =
      good(canned::telemetry({canned::counter(package("a", 0, 100.0)), canned::counter(silent)}),
           canned::request());
  EXPECT_EQ(report.nodes[0].status, NodeReport::Status::kRefused);
}

TEST(Evaluation, LeavesOutACounterThatNeverMoves) {
  const Report report = good(canned::telemetry({canned::counter(package("a", 0, 100.0)),
                                                canned::counter(package("a", 1, 0.0))}),
                             canned::request());
  ASSERT_TRUE(is_complete(report));
  EXPECT_EQ(report.nodes[0].series[1].role, MemberRole::kDead);
}

TEST(Evaluation, NeverAddsAcAndDc) {
  CounterSpec dc = node("b");
  dc.boundary = Boundary::kDcInput;
  dc.supply = Supply::kDc;
  dc.source = "cray";
  const Report report =
      good(canned::telemetry({canned::counter(node("a")), canned::counter(dc)}), canned::request());
  EXPECT_EQ(report.total.figure.status, Total::Status::kIncomplete);
  EXPECT_NEAR(report.total.figure.energy, 300e3, 1.0);
  EXPECT_EQ(report.nodes[1].status, NodeReport::Status::kRefused);
}

TEST(Evaluation, FlagsTwoNodesThatShowTheSameMeter) {
  const Report report =
      good(canned::telemetry({canned::counter(node("a")), canned::counter(node("b"))}),
           canned::request());
  EXPECT_THAT(report.total.reasons, Contains(Code::kDuplicateSeries));
  EXPECT_EQ(report.total.cls, Class::kReferenceOnly);
  EXPECT_EQ(report.evidence.duplicates, 1U);
}

TEST(Evaluation, RefusesOnlyTheNodeWhoseClockIsOff) {
  Telemetry telemetry =
      canned::telemetry({canned::counter(node("a")), canned::counter(node("b", 600.0))});
  telemetry.clocks[1].error_bound = 1.5;
  const Report report = good(telemetry, canned::request());
  EXPECT_EQ(report.nodes[0].status, NodeReport::Status::kOk);
  EXPECT_EQ(report.nodes[1].status, NodeReport::Status::kRefused);
  EXPECT_THAT(report.nodes[1].reasons, Contains(Code::kClockUnsynced));
  EXPECT_NEAR(report.evidence.clock_bound, 0.004 + 0.003, 1e-12);
}

TEST(Evaluation, TakesHalfASecondWhereAClockIsNotMeasured) {
  Telemetry telemetry = canned::telemetry({canned::counter(node("a"))});
  telemetry.clocks.clear();
  const Report report = good(telemetry, canned::request());
  EXPECT_EQ(report.evidence.clock_bound, 0.5);
  EXPECT_THAT(report.total.reasons, Contains(Code::kClockUnmeasured));
  EXPECT_EQ(report.evidence.clocks_unmeasured, 1U);
}

TEST(Evaluation, SaysThatTheBasisChangedInTheWindow) {
  CounterSpec late = node("a");
  late.from = 300.0;
  const Report report =
      good(canned::telemetry({canned::counter(late), canned::counter(package("a", 0, 300.0))}),
           canned::request());
  EXPECT_THAT(report.nodes[0].reasons, Contains(Code::kBasisChanged));
}

TEST(Evaluation, NamesAnUnlistedNodeThatWorkedInStepWithTheWindow) {
  SensorTelemetry busy = canned::counter(node("b"));
  double sum = 0.0;
  for (std::size_t i = 0; i < busy.series.value.size(); ++i) {
    busy.series.value[i] = sum;
    const double t = static_cast<double>(i) - 60.0;
    sum += t >= 0.0 && t < 600.0 ? 900.0 : 200.0;
  }
  EvaluationRequest request = canned::request({"a"});
  const Telemetry own = canned::telemetry({canned::counter(node("a"))});
  request.others = {canned::telemetry({canned::counter(node("a")), canned::counter(node("c"))})};
  EXPECT_THAT(good(own, request).total.reasons, Not(Contains(Code::kUnlistedActive)));
  request.others = {canned::telemetry({canned::counter(node("a")), busy})};
  const Report report = good(own, request);
  EXPECT_THAT(report.evidence.unlisted_active, ElementsAre("b"));
  EXPECT_THAT(report.total.reasons, Contains(Code::kUnlistedActive));
  EXPECT_EQ(report.total.cls, Class::kReferenceOnly);
}

TEST(Evaluation, GivesUWithoutIdleAndNameplateLimitsBeside) {
  SensorTelemetry sensor = canned::counter(node("a"));
  sensor.series.power_min.clear();
  sensor.series.power_max.clear();
  sensor.series.metrology.power_max = Bound{Watts(510.0), BoundsSource::kNameplate};
  sensor.series.metrology.power_min = Bound{Watts(490.0), BoundsSource::kMeasuredIdle};
  const Report report = good(canned::telemetry({sensor}), canned::request());
  EXPECT_GT(report.total.U_without_plan, report.total.figure.headline_U);
}

TEST(Evaluation, IsAnErrorWithoutAnyNodeOrWithOneNameInTwoClusters) {
  EXPECT_FALSE(evaluate({}, canned::request()));
  Telemetry telemetry = canned::telemetry({canned::counter(node("a")), canned::counter(node("a"))});
  telemetry.sensors[1].cluster = "west";
  const auto report = evaluate(telemetry, canned::request());
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, HasSubstr("LABEL_CONFLICT"));
}

TEST(Evaluation, DoesNotDependOnTheOrderOfTheTelemetry) {
  std::vector<SensorTelemetry> sensors{canned::counter(node("a")),
                                       canned::counter(node("b", 600.0)),
                                       canned::counter(node("c", 700.0))};
  const Report forward = good(canned::telemetry(sensors), canned::request());
  Telemetry reversed = canned::telemetry(sensors);
  std::reverse(reversed.sensors.begin(), reversed.sensors.end());
  const Report backward = good(reversed, canned::request());
  EXPECT_EQ(forward.total.figure.energy, backward.total.figure.energy);
  EXPECT_EQ(forward.total.figure.headline_U, backward.total.figure.headline_U);
}

}  // namespace
}  // namespace joulemark
