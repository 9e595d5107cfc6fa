// The plans of docs/examples, and the draft that plan init writes.
#include <gmock/gmock.h>

#include "query/plan/plan_draft.h"
#include "query/plan/plan_reader.h"
#include "query/text_file.h"
#include "tests/query/left_page.h"
#include "tests/query/plan/made_plan.h"

namespace joulemark {
namespace {

using namespace planned;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

std::string example(const std::string& name) {
  const auto text =
      read_text_file(std::string(JOULEMARK_FIXTURES) + "/../../docs/examples/" + name);
  EXPECT_TRUE(text) << text.error().message;
  constexpr std::string_view kSchemaLine = "schema: joulemark.plan/1\n";
  const auto at = text ? text->find(kSchemaLine) : std::string::npos;
  return at == std::string::npos ? "" : text->substr(at + kSchemaLine.size());
}

std::string two_digits(int n) { return (n < 10 ? "0" : "") + std::to_string(n); }

TEST(PlanExamples, ServersWithSixPsusOnTwoFeedsCountEveryOutletOnce) {
  std::vector<CounterSpec> specs;
  for (const char feed : {'a', 'b'})
    for (int pdu = 1; pdu <= 4; ++pdu)
      for (int number = 1; number <= 24; ++number) {
        CounterSpec one = outlet(number, 100.0 + number);
        one.node = std::string("pdu-") + feed + std::to_string(pdu);
        one.scope =
            std::string("pdu:") + feed + std::to_string(pdu) + "/outlet:" + std::to_string(number);
        one.interval = 5.0;
        specs.push_back(one);
      }
  const Report report = report_of(specs, example("air-cooled-ab-feeds.yaml"));
  ASSERT_TRUE(is_complete(report)) << report.total.why;
  const double outlets = 8.0 * (24.0 * 100.0 + 300.0);  // W
  const double leaves = 2.0 * 0.65 * 1200.0 * 32.0 / 64.0;
  EXPECT_NEAR(report.total.figure.energy, (outlets + leaves) * kD, 1e-4 * outlets * kD);
  EXPECT_EQ(report.evidence.measured, 32U);
}

TEST(PlanExamples, ARackOfShelvesCountsItsPumpAndItsShareOfALeafSwitch) {
  std::vector<CounterSpec> specs;
  for (int i = 1; i <= 8; ++i) {
    CounterSpec one = shelf(i, 15000.0);
    one.node = "rack-r07";
    one.scope = "rack:r07/shelf:" + std::to_string(i) + "/in";
    specs.push_back(one);
  }
  for (int i = 1; i <= 18; ++i) specs.push_back(tray("tray" + two_digits(i), 6000.0));
  for (int i = 1; i <= 9; ++i) specs.push_back(tray("nvsw" + std::to_string(i), 750.0));
  for (const char* pdu : {"pdu:r07a", "pdu:r07b"}) {
    CounterSpec one = outlet(1, 800.0);
    one.node = pdu;
    one.scope = std::string(pdu) + "/outlet:1";
    specs.push_back(one);
  }
  const auto request = by_plan(example("liquid-rack-shelves.yaml"));
  const Telemetry telemetry = seen(specs);
  const Report report = *evaluate(telemetry, request);
  EXPECT_THAT(left_page("plan_rack", report, power_trace(telemetry, report, plan_of(request))),
              HasSubstr("leaf"));
  ASSERT_TRUE(is_complete(report)) << report.total.why;
  const double watts = 8.0 * 15000.0 + 1600.0 + 0.65 * 2300.0 * 36.0 / 64.0;
  EXPECT_NEAR(report.total.figure.energy, watts * kD, 10.0);
  ASSERT_EQ(report.total.residuals.size(), 1U);
  EXPECT_NEAR(report.total.residuals[0].fraction, (120000.0 - 114750.0) / 120000.0, 1e-6);
  EXPECT_EQ(report.total.supply, Supply::kAc);
}

TEST(PlanExamples, TwoNodesOfAQuadChassisCarryAllOfItAndSaySo) {
  std::vector<CounterSpec> specs;
  for (int i = 1; i <= 2; ++i) {
    CounterSpec one = outlet(i, 900.0);
    one.node = "chassis-c7";
    one.id = "psu-" + std::to_string(i);
    one.scope = "chassis:c7/psu:" + std::to_string(i) + "/in";
    one.component = Component::kPsu;
    specs.push_back(one);
  }
  const Report report = report_of(specs, example("quad-chassis.yaml"));
  ASSERT_TRUE(is_complete(report)) << report.total.why;
  EXPECT_NEAR(report.total.figure.energy, 1800.0 * kD, 1.0);
  EXPECT_THAT(report.total.reasons, Contains(Code::kOverInclusive));
}

TEST(PlanExamples, ReadsAsAPlanAndTeachesEveryKey) {
  const std::string draft = plan_draft(
      {"http://127.0.0.1:9090",
       {{"gpu1", {"rapl"}, "components"}, {"gpu2", {"rapl"}, "components"}, {"sw1", {"cray"}, ""}},
       {"pdu:a/outlet:1"}});
  const auto plan = read_plan(draft, "plan.yaml");
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_THAT(plan->nodes(), ElementsAre("gpu1", "gpu2", "sw1"));
  EXPECT_THAT(draft, HasSubstr("#   pdu:a/outlet:1"));
  for (const char* key : {"allocation:", "covers:", "psu_efficiency:", "unmeasured:", "shared:",
                          "bounds:", "calibration:", "crosschecks:", "accuracy:", "idle:", "work:"})
    EXPECT_THAT(draft, HasSubstr(std::string("# ") + key));
}

}  // namespace
}  // namespace joulemark
