#include "query/plan/plan_reader.h"

#include <gmock/gmock.h>

#include "tests/fakes/wall_clock.h"

namespace joulemark {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kWhole = R"(schema: joulemark.plan/1
name: serving, 2 racks
members:
  - {nodes: "gpu[0001-0004]", role: decode, supply: ac, cooling: air}
  - {nodes: ["gpu[0033-0034]", "gpu0036"], role: prefill, supply: dc, cooling: liquid}
  - {nodes: "nvsw[1-2]", role: switch, supply: dc, cooling: liquid}
allocation: {evidence: slurm, job: 481516, file: sacct.json}
covers:
  outlets: {gpu0001: ["pdu:r5a/outlet:1", "pdu:r5b/outlet:1"]}
  shelves: {"rack:r07": {scopes: ["rack:r07/shelf:1/in", "rack:r07/shelf:2/in"], feeds: ["gpu[0033-0034]", "nvsw[1-2]"], distribution_loss: [0.0, 0.02]}}
  chassis: {"c7": {scopes: ["chassis:c7"], feeds: ["gpu[0002-0003]", "other[1-2]"]}}
psu_efficiency: {"VENDOR MODEL": {rated_watts: 3000, line_volts: 230, psus_per_node: 6, points: [{load: 0.2, eta: [0.93, 0.95]}, {load: 0.5, eta: [0.955, 0.965]}]}}
unmeasured: [{nodes: "gpu0004", what: nic, watts: [20, 60]}]
shared:
  - {name: leaf-07, kind: switch, model: "LEAF 64", max_watts: 2300, ports_used: 36, ports_total: 64, measured_by: null}
  - {name: cdu-1, kind: cdu, measured_by: ["pdu:r5a/outlet:40"]}
bounds: [{nodes: "gpu[0001-0002]", p_min: {watts: 1900, source: measured_idle}, p_max: {watts: 10200, source: nameplate}}]
calibration: [{serial: "S1", certificate: c.pdf, laboratory: "Lab", number: "7", date: 2026-05-02, valid_until: 2027-05-02, expanded_uncertainty: 0.004, range_watts: [500, 11000]}]
crosschecks: [crosscheck.json]
accuracy: [{vendor: "V", model: "M", ratio: 0.01, watts: 0, distribution: rect, dof: null, datasheet: file.pdf}]
storage: [{scope: "rack:r07/shelf:1/in", model: "BBU", usable_joules: 100000, charge_joules: [null, null], u_joules: null}]
counted: null
idle: {baseline: idle.json}
work: {file: work.jsonl}
clock: {bound_seconds: null}
mapping:
  - {match: 'node_hwmon_power_average_watt{chip="power_meter"}', node_label: instance, scope: node, component: node, boundary: unknown, supply: ac, quantity: power, unit: watt,
     source_class: "ACPI, hwmon power meter without power1_accuracy", update_interval: null, averaging: 1s, resolution: 0.1, modulus: null, ceiling_watts: null}
)";

constexpr const char* kMembers = "schema: joulemark.plan/1\nmembers: [{nodes: 'a[1-3]'}]\n";

std::string refusal(const std::string& text) {
  const auto plan = read_plan(text, "plan.yaml");
  return plan ? "accepted" : plan.error().message;
}
std::string refusal_of(const std::string& more) { return refusal(kMembers + more); }

TEST(PlanReader, ReadsEveryKeyOfTheFormat) {
  const auto plan = read_plan(kWhole, "plan.yaml");
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->name, "serving, 2 racks");
  EXPECT_THAT(plan->nodes(), ElementsAre("gpu0001", "gpu0002", "gpu0003", "gpu0004", "gpu0033",
                                         "gpu0034", "gpu0036", "nvsw1", "nvsw2"));
  EXPECT_EQ(plan->members[1].cooling, "liquid");
  EXPECT_EQ(plan->members[1].supply, Supply::kDc);
  EXPECT_EQ(plan->allocation->evidence, AllocationEvidence::kSlurm);
  EXPECT_THAT(plan->outlets[0].scopes, ElementsAre("pdu:r5a/outlet:1", "pdu:r5b/outlet:1"));
  EXPECT_THAT(plan->shelves[0].feeds, ElementsAre("gpu0033", "gpu0034", "nvsw1", "nvsw2"));
  EXPECT_EQ(plan->shelves[0].distribution_loss, std::pair(0.0, 0.02));
  EXPECT_EQ(plan->chassis[0].feeds.size(), 4U);
  EXPECT_EQ(plan->psus[0].curve.psu_model, "VENDOR MODEL");
  EXPECT_EQ(plan->psus[0].psus_per_node, 6);
  EXPECT_DOUBLE_EQ(plan->psus[0].curve.points[1].low, 0.955);
  EXPECT_DOUBLE_EQ(plan->unmeasured[0].high, 60.0);
  EXPECT_EQ(plan->shared[0].equipment.ports_used, 36);
  EXPECT_THAT(plan->shared[1].measured_by, ElementsAre("pdu:r5a/outlet:40"));
  EXPECT_EQ(plan->bounds[0].maximum->source, BoundsSource::kNameplate);
  EXPECT_EQ(plan->calibration[0].range_watts, std::pair(500.0, 11000.0));
  EXPECT_DOUBLE_EQ(plan->accuracy[0].ratio, 0.01);
  EXPECT_FALSE(plan->accuracy[0].dof);
  EXPECT_FALSE(plan->storage[0].charge_begin);
  EXPECT_FALSE(plan->clock_bound);
  const PlanMapping& mapped = plan->mapping[0];
  EXPECT_EQ(mapped.sensor.metrology.averaging, std::chrono::seconds(1));
  EXPECT_FALSE(mapped.sensor.metrology.update_interval);
  EXPECT_DOUBLE_EQ(mapped.sensor.metrology.resolution, 0.1);
  EXPECT_THAT(plan->files(), ElementsAre("sacct.json", "c.pdf", "crosscheck.json", "file.pdf",
                                         "idle.json", "work.jsonl"));
}

struct Wrong {
  const char* text;
  const char* says;
};

TEST(PlanReader, AWrongPlanNamesLineKeyAndRemedy) {
  const Wrong all[] = {
      {"unmeasurd: []\n", "plan.yaml:3: unmeasurd: unknown key; did you mean 'unmeasured'?"},
      {"unmeasured: [{nodes: a1, what: nic, watts: [60, 20]}]\n",
       "plan.yaml:3: unmeasured[0].watts: the lowest, 60, is above the highest, 20"},
      {"unmeasured: [{nodes: b1, what: nic, watts: [20, 60]}]\n",
       "b1 is not among the members: add it there, or leave it out here"},
      {"allocation: {evidence: slurm, job: 7}\n", "needs `file`"},
      {"counted: [s/in]\n", "a fixed cover needs a hash that is older than the window"},
      {"clock: {bound_seconds: -1}\n", "expected a number that is not negative"},
      {"work: {file: w, metric: m}\n", "give either `file` (a work log) or `metric`"},
      {"work: {metric: m, kind: tokens}\n", "expected one of: output_tokens"},
      {"bounds: [{nodes: a1, p_min: {watts: 5, source: nameplate}}]\n",
       "a nameplate says no p_min"},
      {"bounds: [{nodes: a1, p_min: {watts: 5, source: declared}, p_max: {watts: 4, source: "
       "declared}}]\n",
       "p_min is above p_max"},
      {"bounds: [{nodes: a1, p_min: {watts: 5, source: observed}}]\n",
       "must be one of: measured_idle, nameplate, device, declared"},
      {"psu_efficiency: {P: {rated_watts: 3000, line_volts: 230, psus_per_node: 1, points: "
       "[{load: 0.2, eta: [0.9, 1.2]}]}}\n",
       "expected limits of an efficiency above 0 and up to 1"},
      {"shared: [{name: l, kind: switch, max_watts: 10, ports_used: 9, ports_total: 8}]\n",
       "expected 1 to ports_total"},
      {"shared: [{name: a1, kind: switch, max_watts: 10, ports_used: 8, ports_total: 8}]\n",
       "node a1 is shared equipment, and a member in line 2"},
      {"storage: [{scope: s, usable_joules: 10, charge_joules: [1, null]}]\n",
       "one edge alone tells nothing"},
      {"storage: [{scope: s, usable_joules: 10, charge_joules: [null, null]}]\n",
       "scope s is none of covers"},
      {"calibration: [{serial: S, certificate: c, laboratory: L, number: 1, date: 2026-02-30, "
       "valid_until: 2027-01-01, expanded_uncertainty: 0.01, range_watts: [1, 2]}]\n",
       "calibration[0].date: expected a date, such as 2026-05-02"},
      {"calibration: [{serial: S, certificate: c, laboratory: L, number: 1, date: 2026-03-02, "
       "valid_until: 2025-01-01, expanded_uncertainty: 0.01, range_watts: [1, 2]}]\n",
       "lies before the date of the certificate"},
      {"accuracy: [{vendor: V, model: M, ratio: 0, watts: 0, datasheet: f}]\n",
       "states no error at all"},
      {"mapping: [{match: m, node_label: n, scope: node, component: node, quantity: power, unit: "
       "joule}]\n",
       "expected watt, milliwatt, microwatt or kilowatt for a power"},
      {"mapping: [{match: m, node_label: n, scope: Node, component: node, quantity: power, unit: "
       "watt}]\n",
       "expected a scope"},
  };
  for (const Wrong& one : all) EXPECT_THAT(refusal_of(one.text), HasSubstr(one.says)) << one.text;
}

TEST(PlanReader, NothingIsCountedTwice) {
  const Wrong all[] = {
      {"covers: {outlets: {a1: [p/o:1], a2: [p/o:1]}}\n",
       "scope p/o:1 is an outlet of a2, and an outlet of a1 in line 3: it would be counted twice"},
      {"covers: {outlets: {a1: [p/o:1]}, shelves: {r: {scopes: [s/in], feeds: 'a[1-2]'}}}\n",
       "node a1 is fed by r, and fed by its outlets in line 3"},
      {"covers: {shelves: {r: {scopes: [s/in], feeds: a1}, q: {scopes: [t/in], feeds: a1}}}\n",
       "node a1 is fed by"},
      {"covers: {outlets: {a1: [p/o:1]}}\nshared: [{name: l, kind: switch, measured_by: "
       "[p/o:1]}]\n",
       "scope p/o:1 is a feed of l, and an outlet of a1"},
      {"covers: {outlets: {b9: [p/o:1]}}\n", "b9 is not among the members"},
      {"covers: {shelves: {r: {scopes: [s/in], feeds: 'b[1-9]'}}}\n", "r feeds no member"},
  };
  for (const Wrong& one : all) EXPECT_THAT(refusal_of(one.text), HasSubstr(one.says)) << one.text;
  EXPECT_THAT(refusal("schema: joulemark.plan/1\nmembers: [{nodes: 'a[1-3]'}, {nodes: a2}]\n"),
              HasSubstr("plan.yaml:2: members[1].nodes: node a2 is a member, and is so already"));
}

TEST(PlanReader, BadInputIsAnErrorOfOneLine) {
  EXPECT_THAT(refusal(""), HasSubstr("schema"));
  EXPECT_THAT(refusal("members: [{nodes: a}]\n"), HasSubstr("needs the key 'schema'"));
  EXPECT_THAT(refusal("schema: joulemark.plan/2\nmembers: [{nodes: a}]\n"),
              HasSubstr("expected joulemark.plan/1"));
  EXPECT_THAT(refusal("schema: joulemark.plan/1\n"), HasSubstr("needs the key 'members'"));
  EXPECT_THAT(refusal("schema: joulemark.plan/1\nmembers: []\n"), HasSubstr("names no node"));
  EXPECT_THAT(refusal("schema: joulemark.plan/1\nmembers: [{nodes: 'a[1-'}]\n"),
              HasSubstr("plan.yaml:2: members[0].nodes: "));
  const std::string bytes = "schema: joulemark.plan/1\nname: \"\xff\xfe\"\nmembers: [{nodes: a}]\n";
  EXPECT_THAT(refusal(bytes), HasSubstr("UTF-8"));
  const std::string cut(kWhole, 300);
  EXPECT_THAT(refusal(cut), HasSubstr("plan.yaml:"));
  for (const std::string& message : {refusal(""), refusal(bytes), refusal(cut)})
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

TEST(PlanReader, ALargePlanIsReadInBoundedTime) {
  std::string outlets;
  for (int i = 1; i <= 2000; ++i)
    outlets += "    n" + std::to_string(i) + ": [pdu:a/outlet:" + std::to_string(i) +
               ", pdu:b/outlet:" + std::to_string(i) + "]\n";
  const auto begin = std::chrono::steady_clock::now();
  const auto plan = read_plan(
      "schema: joulemark.plan/1\nmembers: [{nodes: 'n[1-2000]'}]\ncovers:\n  outlets:\n" + outlets,
      "plan.yaml");
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->outlets.size(), 2000U);
  expect_within(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

}  // namespace
}  // namespace joulemark
