#include "query/bundle/what_if.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/query/canned_reports.h"

namespace joulemark {
namespace {

using ::testing::HasSubstr;

struct Asked {
  Telemetry telemetry;
  EvaluationRequest request = canned::request();
  Report report;
};

Asked asked(std::vector<SensorTelemetry> sensors) {
  Asked out;
  out.telemetry = canned::telemetry(std::move(sensors));
  auto report = evaluate(out.telemetry, out.request);
  EXPECT_TRUE(report) << report.error().message;
  if (report) out.report = std::move(*report);
  return out;
}

Result<Report> what_if(const Asked& asked, const std::vector<std::string>& words) {
  const auto rules = parse_what_if(words);
  if (!rules) return tl::unexpected<Error>(rules.error());
  return evaluate_what_if(*rules, asked.telemetry, asked.request, asked.report);
}

TEST(WhatIf, AWorseClockWidensU) {
  const Asked one = asked({canned::counter(canned::node("a"))});
  const auto worse = what_if(one, {"delta=0.4"});
  ASSERT_TRUE(worse) << worse.error().message;
  EXPECT_NEAR(worse->evidence.clock_bound, 0.4, 1e-12);
  EXPECT_GT(worse->total.figure.headline_U, one.report.total.figure.headline_U);
  EXPECT_EQ(what_if(one, {"delta=0.000001"})->evidence.clock_bound,
            one.report.evidence.clock_bound);
}

TEST(WhatIf, AWorseClockDoesNotBecomeAMeasuredOne) {
  Asked one = asked({canned::counter(canned::node("a"))});
  one.request.window.clock = {};
  one.report = evaluate(one.telemetry, one.request).value();
  ASSERT_EQ(one.report.evidence.clock_bound, 0.5);
  const auto worse = what_if(one, {"delta=0.7"});
  ASSERT_TRUE(worse) << worse.error().message;
  EXPECT_NEAR(worse->evidence.clock_bound, 0.7, 1e-12);
  EXPECT_TRUE(worse->total.reasons.contains(Code::kClockUnmeasured));
}

TEST(WhatIf, AnotherCoverCountsItsOwnSensorsOnly) {
  const Asked one = asked(canned::with_second_cover("a"));
  ASSERT_EQ(one.report.nodes[0].other_covers.size(), 1u);
  const auto other = what_if(one, {"cover=cray"});
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_EQ(other->nodes[0].basis, Basis::kCray);
  EXPECT_DOUBLE_EQ(other->total.figure.energy, one.report.nodes[0].other_covers[0].energy);
  EXPECT_THAT(what_if(one, {"cover=outlets"}).error().message,
              HasSubstr("a of the bundle has no complete cover"));
}

TEST(WhatIf, FewerNodesAreFewerJoules) {
  const Asked two =
      asked({canned::counter(canned::node("a")), canned::counter(canned::node("b", 700.0))});
  const auto one = what_if(two, {"nodes=b"});
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_NEAR(one->total.figure.energy, 700.0 * 600.0, 1.0);
  EXPECT_THAT(what_if(two, {"nodes=c"}).error().message, HasSubstr("has no node c"));
}

TEST(WhatIf, WithoutBoundsIsTheUWithoutAPlan) {
  SensorTelemetry sensor = canned::periodic_power(canned::node("a"));
  for (Metrology* metrology : {&sensor.sensor.metrology, &sensor.series.metrology}) {
    metrology->power_min = Bound{Watts(440), BoundsSource::kMeasuredIdle};
    metrology->power_max = Bound{Watts(560), BoundsSource::kNameplate};
  }
  const Asked bounded = asked({sensor});
  const auto bare = what_if(bounded, {"without-bounds"});
  ASSERT_TRUE(bare) << bare.error().message;
  EXPECT_GT(bare->total.figure.headline_U, bounded.report.total.figure.headline_U);
  EXPECT_DOUBLE_EQ(bare->total.figure.headline_U, bounded.report.total.U_without_plan);
}

TEST(WhatIf, SaysWhatItKnows) {
  for (const char* bad : {"", "delta", "delta=x", "delta=-1", "cover=best", "nodes=", "plan"})
    EXPECT_THAT(parse_what_if({bad}).error().message, HasSubstr("--what-if")) << bad;
  EXPECT_THAT(parse_what_if({"faster"}).error().message, HasSubstr("delta=SECONDS"));
}

}  // namespace
}  // namespace joulemark
