// Energy per job, role and member (METHOD W).
#include <gmock/gmock.h>

#include "query/idle/idle_file.h"
#include "query/power_trace.h"
#include "query/report_html.h"
#include "query/report_json.h"
#include "query/report_text.h"
#include "tests/query/left_page.h"
#include "tests/query/plan/made_plan.h"

namespace joulemark {
namespace {

using namespace planned;
using testing::HasSubstr;

constexpr const char* kWorkPlan =
    "members: [{nodes: 'd[1-2]', role: decode}, {nodes: p1, role: prefill}]\n"
    "idle: {baseline: idle.json}\nwork: {file: work.jsonl}\n";
constexpr const char* kWork =
    "{\"node\":\"d1\",\"job\":\"serve\",\"kind\":\"output_tokens\",\"amount\":3000}\n"
    "{\"node\":\"d2\",\"job\":\"serve\",\"kind\":\"output_tokens\",\"amount\":1000}\n"
    "{\"node\":\"p1\",\"job\":\"serve\",\"kind\":\"input_tokens\",\"amount\":90000}\n";

std::string idle_of(const std::vector<std::string>& nodes, double watts) {
  IdleFile idle;
  idle.window = canned::window(-60.0, 300.0);
  idle.duration = 360.0;
  for (const std::string& name : nodes) {
    IdleNode node;
    node.node = name;
    node.watts = watts;
    node.u = 1.0;
    node.basis = "ac_input";
    node.series.push_back({{"replay", "psu", "node"}, "Acme PSU 3000", "", watts, 1.0, {}, {}});
    idle.nodes.push_back(node);
  }
  return idle_to_json(idle);
}

TEST(PlanSplit, EnergyIsSplitByWorkWithoutChangingTheTotal) {
  const std::vector<CounterSpec> specs{ac_node("d1", 1000.0), ac_node("d2", 800.0),
                                       ac_node("p1", 500.0)};
  const Report plain = report_of(specs, "members: [{nodes: [d1, d2, p1]}]\n");
  const Report report = report_of(
      specs, kWorkPlan, {{"idle.json", idle_of({"d1", "d2", "p1"}, 200.0)}, {"work.jsonl", kWork}});
  ASSERT_TRUE(report.attribution);
  ASSERT_TRUE(report.attribution->split) << report.attribution->why;
  EXPECT_DOUBLE_EQ(report.total.figure.energy, plain.total.figure.energy);
  const Attribution& split = *report.attribution->split;
  Millijoules sum = split.unattributed;
  for (const JobTotal& job : split.jobs) sum += job.energy.total();
  EXPECT_EQ(sum, split.total);
  ASSERT_EQ(split.roles.size(), 2U);
  EXPECT_EQ(split.roles[0].role, "decode");
  EXPECT_NEAR(static_cast<double>(split.roles[0].energy.idle), 2.0 * 200.0 * kD * 1e3, 1e3);
  // Output and input tokens are never added: each has its own figure of the whole energy.
  ASSERT_EQ(report.ratios.size(), 2U);
  EXPECT_EQ(report.ratios[0].unit, "J per output token");
  EXPECT_NEAR(report.ratios[0].value, 2300.0 * kD / 4000.0, 0.1);
  EXPECT_NEAR(report.ratios[0].U / report.ratios[0].value,
              report.total.figure.headline_U / report.total.figure.energy, 1e-9);
  EXPECT_NEAR(report.ratios[1].value, 2300.0 * kD / 90000.0, 0.01);
  const std::string text = report_to_text(report);
  EXPECT_LT(text.find("limited by"), text.find("PER WORK"));  // it belongs to the class
  EXPECT_THAT(text, HasSubstr("without work, charged in full: p1"));
}

TEST(PlanSplit, WithoutABaselineNothingIsSplitAndTheReasonIsGiven) {
  const Report report =
      report_of({ac_node("d1", 1000.0)}, "members: [{nodes: d1}]\nwork: {file: w}\n",
                {{"w", "node,job,kind,amount\nd1,serve,batches,10\n"}});
  ASSERT_TRUE(report.attribution);
  EXPECT_FALSE(report.attribution->split);
  EXPECT_THAT(report.attribution->why, HasSubstr("joulemark idle"));
  ASSERT_EQ(report.ratios.size(), 1U);
  EXPECT_NEAR(report.ratios[0].value, 60000.0, 1.0);
}

TEST(PlanSplit, ReportsAsTextAndJsonHoldTheSameSplit) {
  const Report report =
      report_of({ac_node("d1", 1000.0), ac_node("d2", 800.0), ac_node("p1", 500.0)}, kWorkPlan,
                {{"idle.json", idle_of({"d1", "d2", "p1"}, 200.0)}, {"work.jsonl", kWork}});
  const std::string json = report_to_json(report);
  EXPECT_THAT(json, HasSubstr("\"total_millijoules\": 1380000000"));
  EXPECT_THAT(report_to_text(report), HasSubstr("SPLIT by output_tokens"));
}

TEST(PlanSplit, ThePageShowsTheScopeTheSplitAndWhatIsDeclared) {
  const auto request =
      by_plan(std::string(kWorkPlan) +
                  "covers: {outlets: {d1: ['pdu:a/outlet:1']}}\nclock: {bound_seconds: 0.2}\n",
              {{"idle.json", idle_of({"d2", "p1"}, 200.0)}, {"work.jsonl", kWork}});
  const auto telemetry = seen({outlet(1, 1000.0), ac_node("d2", 800.0), ac_node("p1", 500.0)});
  const auto report = evaluate(telemetry, request);
  ASSERT_TRUE(report) << report.error().message;
  const std::string html =
      left_page("plan_split", *report, power_trace(telemetry, *report, plan_of(request)));
  EXPECT_THAT(html, HasSubstr("J per output token"));
  EXPECT_THAT(html, HasSubstr("Declared, and what it does to E and U"));
  // Its idle power was not measured on the outlet: said, not assumed.
  EXPECT_THAT(html, HasSubstr("Not split: "));
  EXPECT_THAT(html, HasSubstr("outlets of d1"));
}

}  // namespace
}  // namespace joulemark
