// Totals by a plan, over telemetry whose true energy is known.
#include <gmock/gmock.h>

#include <cmath>

#include "query/evaluation.h"
#include "query/plan/plan_draft.h"
#include "query/plan/plan_reader.h"
#include "query/power_trace.h"
#include "query/report_html.h"
#include "query/report_json.h"
#include "query/report_text.h"
#include "query/text_file.h"
#include "tests/query/canned.h"

namespace joulemark {
namespace {

using canned::CounterSpec;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr double kD = 600.0;  // s, of canned::window()

CounterSpec outlet(int number, double watts) {
  CounterSpec spec;
  spec.node = "pdu-a";
  spec.exporter = "pdu:11818";
  spec.id = "outlet-" + std::to_string(number);
  spec.scope = "pdu:a/outlet:" + std::to_string(number);
  spec.component = Component::kOutlet;
  spec.watts = watts;
  return spec;
}

CounterSpec shelf(int number, double watts) {
  CounterSpec spec = outlet(number, watts);
  spec.node = "rack-r7";
  spec.id = "shelf-" + std::to_string(number);
  spec.scope = "rack:r7/shelf:" + std::to_string(number) + "/in";
  spec.component = Component::kShelf;
  return spec;
}

// A tray on a busbar: its hot-swap controller.
CounterSpec tray(const std::string& name, double watts) {
  CounterSpec spec;
  spec.node = name;
  spec.source = "cray";
  spec.exporter = name + ":11818";
  spec.boundary = Boundary::kDcInput;
  spec.supply = Supply::kDc;
  spec.watts = watts;
  return spec;
}

CounterSpec ac_node(const std::string& name, double watts) {
  CounterSpec spec;
  spec.node = name;
  spec.exporter = name + ":11818";
  spec.watts = watts;
  return spec;
}

CounterSpec psu_input(const std::string& name, int number, double watts) {
  CounterSpec spec = ac_node(name, watts);
  spec.id = "psu" + std::to_string(number);
  spec.scope = "node/psu:" + std::to_string(number) + "/in";
  spec.component = Component::kPsu;
  return spec;
}

Telemetry seen(const std::vector<CounterSpec>& specs) {
  std::vector<SensorTelemetry> sensors;
  for (const CounterSpec& spec : specs) sensors.push_back(canned::counter(spec));
  return canned::telemetry(std::move(sensors));
}

EvaluationRequest by_plan(const std::string& plan,
                          const std::map<std::string, std::string>& files = {}) {
  EvaluationRequest out = canned::request();
  auto prepared = prepare_plan({"plan.yaml", "schema: joulemark.plan/1\n" + plan, files});
  EXPECT_TRUE(prepared) << prepared.error().message;
  if (prepared) out.plan = std::move(*prepared);
  out.nodes_from = "plan plan.yaml, typed";
  return out;
}

Report report_of(const std::vector<CounterSpec>& specs, const std::string& plan,
                 const std::map<std::string, std::string>& files = {}) {
  const auto report = evaluate(seen(specs), by_plan(plan, files));
  EXPECT_TRUE(report) << report.error().message;
  return report ? *report : Report{};
}

const NodeReport& unit(const Report& report, const std::string& name) {
  for (const NodeReport& one : report.nodes)
    if (one.node == name) return one;
  ADD_FAILURE() << "no " << name;
  static const NodeReport none;
  return none;
}

bool is_complete(const Report& report) {
  return report.total.figure.status == Total::Status::kComplete;
}

TEST(PlanEvaluation, OutletsAreCountedBeforeTheMetersOfTheNodeAndNeverBoth) {
  const Report report = report_of({outlet(1, 503.0), outlet(2, 501.0), outlet(9, 9000.0),
                                   psu_input("a", 1, 500.0), psu_input("a", 2, 498.0)},
                                  "members: [{nodes: a, role: decode, supply: ac, cooling: air}]\n"
                                  "covers: {outlets: {a: ['pdu:a/outlet:1', 'pdu:a/outlet:2']}}\n");
  ASSERT_TRUE(is_complete(report)) << report.total.why;
  EXPECT_NEAR(report.total.figure.energy, 1004.0 * kD, 1.0);
  EXPECT_EQ(unit(report, "a").status, NodeReport::Status::kCovered);
  EXPECT_EQ(unit(report, "a").member_of, "outlets of a");
  ASSERT_EQ(report.total.residuals.size(), 1U);
  EXPECT_NEAR(report.total.residuals[0].fraction, 6.0 / 1004.0, 1e-6);
  EXPECT_FALSE(report.total.residuals[0].mismatch);
  EXPECT_EQ(report.evidence.asked, 1U);
  EXPECT_EQ(report.evidence.measured, 1U);
  EXPECT_THAT(report_to_text(report), HasSubstr("cooling: air"));
}

TEST(PlanEvaluation, AMemberNeedsNoMeterOfItsOwnBehindItsOutlets) {
  const Report report = report_of({outlet(1, 700.0)},
                                  "members: [{nodes: a}]\n"
                                  "covers: {outlets: {a: ['pdu:a/outlet:1']}}\n");
  ASSERT_TRUE(is_complete(report)) << report.total.why;
  EXPECT_NEAR(report.total.figure.energy, 700.0 * kD, 1.0);
}

TEST(PlanEvaluation, AnOutletWithoutSeriesLeavesItsNodeToItsOwnMeters) {
  const Report report = report_of({outlet(1, 503.0), ac_node("a", 1000.0)},
                                  "members: [{nodes: a}]\n"
                                  "covers: {outlets: {a: ['pdu:a/outlet:1', 'pdu:a/outlet:2']}}\n");
  ASSERT_TRUE(is_complete(report)) << report.total.why;
  EXPECT_NEAR(report.total.figure.energy, 1000.0 * kD, 1.0);
  EXPECT_THAT(unit(report, "outlets of a").why, HasSubstr("pdu:a/outlet:2"));
}

TEST(PlanEvaluation, ACableInTheWrongOutletIsNotOverlooked) {
  const Report report = report_of({outlet(1, 800.0), psu_input("a", 1, 500.0)},
                                  "members: [{nodes: a}]\n"
                                  "covers: {outlets: {a: ['pdu:a/outlet:1']}}\n");
  EXPECT_THAT(report.total.reasons, Contains(Code::kCoverMismatch));
  const Report feeds = report_of(
      {outlet(1, 502.0), outlet(2, 1.0), psu_input("a", 1, 250.0), psu_input("a", 2, 250.0)},
      "members: [{nodes: a}]\ncovers: {outlets: {a: ['pdu:a/outlet:1', 'pdu:a/outlet:2']}}\n");
  EXPECT_THAT(feeds.total.reasons, Contains(Code::kFeedMismatch));
  EXPECT_THAT(feeds.total.reasons, Not(Contains(Code::kCoverMismatch)));
}

constexpr const char* kRack =
    "members: [{nodes: 'gpu[1-2]', role: decode, supply: dc}, {nodes: sw1, role: switch, supply: "
    "dc}]\n"
    "covers: {shelves: {'rack:r7': {scopes: ['rack:r7/shelf:1/in', 'rack:r7/shelf:2/in'], feeds: "
    "['gpu[1-2]', sw1]}}}\n";

TEST(PlanEvaluation, ShelvesCountOnceForAllTraysBehindThem) {
  const Report report = report_of({shelf(1, 1100.0), shelf(2, 1000.0), tray("gpu1", 950.0),
                                   tray("gpu2", 950.0), tray("sw1", 100.0)},
                                  kRack);
  ASSERT_TRUE(is_complete(report)) << report.total.why;
  EXPECT_NEAR(report.total.figure.energy, 2100.0 * kD, 1.0);
  EXPECT_EQ(report.total.supply, Supply::kAc);
  for (const char* name : {"gpu1", "gpu2", "sw1"})
    EXPECT_EQ(unit(report, name).member_of, "rack:r7");
  ASSERT_EQ(report.total.residuals.size(), 1U);
  EXPECT_NEAR(report.total.residuals[0].fraction, 100.0 / 2100.0, 1e-6);
  EXPECT_THAT(report.total.reasons, Not(Contains(Code::kCoverMismatch)));
}

TEST(PlanEvaluation, ATrayThatDrawsMoreThanItsShelvesIsAMismatch) {
  const Report report = report_of({shelf(1, 1100.0), shelf(2, 1000.0), tray("gpu1", 1350.0),
                                   tray("gpu2", 950.0), tray("sw1", 100.0)},
                                  kRack);
  EXPECT_THAT(report.total.reasons, Contains(Code::kCoverMismatch));
}

TEST(PlanEvaluation, WithoutShelfMetersTraysAreBroughtToAcByTheCertifiedPoints) {
  const std::string plan =
      std::string(kRack) +
      "psu_efficiency: {SHELF: {rated_watts: 2000, line_volts: 230, psus_per_node: 1, points: "
      "[{load: 0.02, eta: [0.90, 0.95]}, {load: 1.0, eta: [0.95, 0.97]}]}}\n";
  const Report report =
      report_of({tray("gpu1", 950.0), tray("gpu2", 950.0), tray("sw1", 100.0)}, plan);
  ASSERT_TRUE(is_complete(report)) << report.total.why;
  const double m = 0.5 * (1.0 / 0.90 + 1.0 / 0.97);  // limits of the points that bracket the load
  EXPECT_EQ(report.total.supply, Supply::kAc);
  EXPECT_NEAR(report.total.figure.energy, 2000.0 * kD * 1.01 * m, 20.0);
  EXPECT_THAT(unit(report, "gpu1").steps,
              ElementsAre(HasSubstr("S-2D: x 1.0100"), HasSubstr("S-2: x 1.07")));
  double parts = 0.0;
  for (const CountedPart& part : report.counted) parts += part.energy;
  EXPECT_NEAR(parts, report.total.figure.energy, 1e-6 * parts);
  // One model, one error: linear over the trays.
  const double a = 2000.0 * kD * 1.01 * 0.5 * (1.0 / 0.90 - 1.0 / 0.97);
  double efficiency = 0.0;
  for (const UncertaintyComponent& one : report.total.figure.budget)
    if (one.name == "efficiency") efficiency += one.u;
  EXPECT_NEAR(efficiency, a / std::sqrt(3.0), 1e-3 * a);
}

TEST(PlanEvaluation, AcAndDcAreNeverAddedWithoutTheEfficiency) {
  const std::string members = "members: [{nodes: [a, gpu1]}]\n";
  const Report report = report_of({ac_node("a", 500.0), tray("gpu1", 900.0)}, members);
  EXPECT_FALSE(is_complete(report));
  EXPECT_THAT(report.total.why, HasSubstr("gpu1"));
  EXPECT_THAT(unit(report, "gpu1").why, HasSubstr("psu_efficiency"));
  const Report all_dc = report_of({tray("gpu1", 900.0)}, "members: [{nodes: gpu1}]\n");
  ASSERT_TRUE(is_complete(all_dc));
  EXPECT_EQ(all_dc.total.supply, Supply::kDc);
  EXPECT_NEAR(all_dc.total.figure.energy, 900.0 * kD, 1.0);
}

TEST(PlanEvaluation, AScopeThatAlsoFeedsOthersCountsWholeAndSaysSo) {
  CounterSpec chassis = outlet(1, 4000.0);
  chassis.node = "chassis-c7";
  chassis.id = "input";
  chassis.scope = "chassis:c7";
  chassis.component = Component::kChassis;
  const Report report = report_of({chassis},
                                  "members: [{nodes: 'q[1-2]'}]\ncovers: {chassis: {c7: {scopes: "
                                  "['chassis:c7'], feeds: ['q[1-4]']}}}\n");
  ASSERT_TRUE(is_complete(report)) << report.total.why;
  EXPECT_NEAR(report.total.figure.energy, 4000.0 * kD, 1.0);
  EXPECT_THAT(report.total.reasons, Contains(Code::kOverInclusive));
  EXPECT_GE(report.total.cls, Class::kVendorStated);
}

TEST(PlanEvaluation, SharedEquipmentIsEstimatedAndBothWaysToCountItAreShown) {
  const Report report = report_of(
      {ac_node("a", 50000.0)},
      "members: [{nodes: a}]\n"
      "shared: [{name: leaf, kind: switch, max_watts: 2300, ports_used: 36, ports_total: 64}]\n");
  ASSERT_TRUE(is_complete(report));
  const double p = 2300.0 * 36.0 / 64.0;
  EXPECT_NEAR(report.total.figure.energy, (50000.0 + 0.65 * p) * kD, 5.0);
  ASSERT_EQ(report.shared.size(), 1U);
  EXPECT_NEAR(report.shared[0].training_energy, p * kD, 1e-6);
  EXPECT_THAT(report.total.reasons, Contains(Code::kEstimatedPart));
  EXPECT_THAT(report_to_text(report), HasSubstr("ESTIMATED: 0.65 of max, 36 of 64 ports"));
}

TEST(PlanEvaluation, UnmeasuredPartsAreAddedOnlyWhereTheCoverLacksThem) {
  CounterSpec gpu = ac_node("a", 800.0);
  gpu.id = "gpu0";
  gpu.scope = "node/gpu:0";
  gpu.component = Component::kGpu;
  gpu.boundary = Boundary::kComponent;
  gpu.supply = Supply::kDc;
  const std::string plan =
      "members: [{nodes: a}]\nunmeasured: [{nodes: a, what: nic, watts: [20, 60]}]\n";
  EXPECT_NEAR(report_of({gpu}, plan).total.figure.energy, 840.0 * kD, 1.0);
  EXPECT_NEAR(report_of({ac_node("a", 900.0)}, plan).total.figure.energy, 900.0 * kD, 1.0);
}

TEST(PlanEvaluation, EveryDeclaredValueSaysWhatItDoes) {
  const Report report = report_of(
      {ac_node("a", 50000.0)},
      "members: [{nodes: a}]\n"
      "shared: [{name: leaf, kind: switch, max_watts: 2300, ports_used: 36, ports_total: 64}]\n"
      "clock: {bound_seconds: 0.4}\n");
  ASSERT_EQ(report.declared.size(), 2U);
  EXPECT_EQ(report.declared[0].key, "shared leaf");
  EXPECT_NEAR(*report.declared[0].effect_on_energy, 0.65 * 2300.0 * 36.0 / 64.0 * kD, 1e-3);
  EXPECT_GT(*report.declared[0].effect_on_uncertainty, 0.0);
  EXPECT_EQ(*report.declared[1].effect_on_energy, 0.0);
  EXPECT_GT(*report.declared[1].effect_on_uncertainty, 0.0);
}

TEST(PlanEvaluation, AMissingMemberIsEstimatedOnlyIfFewAndWithANameplate) {
  std::vector<CounterSpec> specs;
  for (int i = 1; i < 200; ++i) specs.push_back(ac_node("n" + std::to_string(i), 1000.0));
  const std::string members = "members: [{nodes: 'n[1-200]'}]\n";
  EXPECT_FALSE(is_complete(report_of(specs, members)));
  const Report estimated = report_of(
      specs, members +
                 "bounds: [{nodes: n200, p_min: {watts: 300, source: measured_idle}, p_max: "
                 "{watts: 1500, source: nameplate}}]\n");
  ASSERT_TRUE(is_complete(estimated)) << estimated.total.why;
  EXPECT_NEAR(estimated.total.figure.energy, (199.0 * 1000.0 + 900.0) * kD, 100.0);
  EXPECT_THAT(estimated.total.reasons, Contains(Code::kEstimatedMembers));
  double parts = 0.0;
  for (const CountedPart& part : estimated.counted) parts += part.energy;
  EXPECT_NEAR(parts, estimated.total.figure.energy, 1e-6 * parts);
}

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

TEST(PlanEvaluation, EnergyIsSplitByWorkWithoutChangingTheTotal) {
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

TEST(PlanEvaluation, WithoutABaselineNothingIsSplitAndTheReasonIsGiven) {
  const Report report =
      report_of({ac_node("d1", 1000.0)}, "members: [{nodes: d1}]\nwork: {file: w}\n",
                {{"w", "node,job,kind,amount\nd1,serve,batches,10\n"}});
  ASSERT_TRUE(report.attribution);
  EXPECT_FALSE(report.attribution->split);
  EXPECT_THAT(report.attribution->why, HasSubstr("joulemark idle"));
  ASSERT_EQ(report.ratios.size(), 1U);
  EXPECT_NEAR(report.ratios[0].value, 60000.0, 1.0);
}

TEST(PlanEvaluation, AJobRecordIsEvidenceAndShowsWhoSharedANode) {
  const std::string plan =
      "members: [{nodes: 'n[1-2]'}]\nallocation: {evidence: slurm, job: 7, file: sacct.json}\n";
  const std::string alone =
      R"({"jobs":[{"job_id":7,"nodes":"n[1-2]","time":{"start":10,"end":20}}]})";
  const std::string shared =
      R"({"jobs":[{"job_id":7,"nodes":"n[1-2]","time":{"start":10,"end":20}},
                  {"job_id":8,"nodes":"n2","time":{"start":15,"end":30}}]})";
  const std::vector<CounterSpec> specs{ac_node("n1", 500.0), ac_node("n2", 500.0)};
  const Report good = report_of(specs, plan, {{"sacct.json", alone}});
  EXPECT_THAT(good.total.reasons, Not(Contains(Code::kAllocationTyped)));
  EXPECT_THAT(good.total.reasons, Not(Contains(Code::kSharedNode)));
  const Report with_other = report_of(specs, plan, {{"sacct.json", shared}});
  EXPECT_THAT(with_other.total.reasons, Contains(Code::kSharedNode));
  EXPECT_NEAR(with_other.total.figure.energy, 1000.0 * kD, 1.0);
  const auto hidden = prepare_plan(
      {"plan.yaml",
       "schema: joulemark.plan/1\n" + plan,
       {{"sacct.json",
         R"({"jobs":[{"job_id":7,"nodes":"n[1-3]","time":{"start":10,"end":20}}]})"}}});
  ASSERT_FALSE(hidden);
  EXPECT_THAT(hidden.error().message, HasSubstr("n3 was allocated to the job and is not among"));
}

TEST(PlanEvaluation, ACertificateOfTheMeterLiftsTheClassWithinItsDatesAndRange) {
  auto meter = canned::counter(ac_node("a", 500.0));
  meter.sensor.serial = "S1";
  const auto telemetry = canned::telemetry({meter});
  const auto with = [&](const std::string& until, const std::string& range) {
    return *evaluate(
        telemetry,
        by_plan("members: [{nodes: a, supply: ac}]\ncalibration: [{serial: S1, certificate: c.pdf, "
                "laboratory: L, number: 7, date: 2026-01-02, valid_until: " +
                    until + ", expanded_uncertainty: 0.004, range_watts: " + range + "}]\n",
                {{"c.pdf", "pdf"}}));
  };
  const Report good = with("2027-01-02", "[100, 1000]");
  EXPECT_EQ(unit(good, "a").series[0].accuracy_class, Class::kCalibrated);
  EXPECT_LT(good.total.figure.headline_U / good.total.figure.energy, 0.006);
  EXPECT_THAT(with("2026-06-02", "[100, 1000]").total.reasons, Contains(Code::kCalibrationExpired));
  EXPECT_THAT(with("2027-01-02", "[600, 1000]").total.reasons,
              Contains(Code::kCertificateMismatch));
}

TEST(PlanEvaluation, ReportsAsTextAndJsonHoldTheSameSplit) {
  const Report report =
      report_of({ac_node("d1", 1000.0), ac_node("d2", 800.0), ac_node("p1", 500.0)}, kWorkPlan,
                {{"idle.json", idle_of({"d1", "d2", "p1"}, 200.0)}, {"work.jsonl", kWork}});
  const std::string json = report_to_json(report);
  EXPECT_THAT(json, HasSubstr("\"total_millijoules\": 1380000000"));
  EXPECT_THAT(report_to_text(report), HasSubstr("SPLIT by output_tokens"));
}

TEST(PlanEvaluation, ThePageShowsTheScopeTheSplitAndWhatIsDeclared) {
  const auto request =
      by_plan(std::string(kWorkPlan) +
                  "covers: {outlets: {d1: ['pdu:a/outlet:1']}}\nclock: {bound_seconds: 0.2}\n",
              {{"idle.json", idle_of({"d2", "p1"}, 200.0)}, {"work.jsonl", kWork}});
  const auto telemetry = seen({outlet(1, 1000.0), ac_node("d2", 800.0), ac_node("p1", 500.0)});
  const auto report = evaluate(telemetry, request);
  ASSERT_TRUE(report) << report.error().message;
  const std::string html =
      report_to_html(*report, power_trace(telemetry, *report, plan_of(request)));
  EXPECT_THAT(html, HasSubstr("J per output token"));
  EXPECT_THAT(html, HasSubstr("Declared, and what it does to E and U"));
  // Its idle power was not measured on the outlet: said, not assumed.
  EXPECT_THAT(html, HasSubstr("Not split: "));
  EXPECT_THAT(html, HasSubstr("outlets of d1"));
}

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
  const Report report = report_of(specs, example("liquid-rack-shelves.yaml"));
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

TEST(PlanDraft, ReadsAsAPlanAndTeachesEveryKey) {
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
