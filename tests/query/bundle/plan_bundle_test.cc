#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "query/bundle/redaction.h"
#include "query/bundle/verification_text.h"
#include "query/bundle/what_if.h"
#include "tests/query/bundle/repack.h"
#include "tests/query/canned_reports.h"

namespace joulemark {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;

constexpr const char* kPlanText = R"(schema: joulemark.plan/1
# bob wrote this
name: two nodes
members:
  - {nodes: "gpu[0001-0002]", role: decode, supply: ac, cooling: air}
allocation: {evidence: slurm, job: "481516", file: records/alice.json}
bounds: [{nodes: "gpu[0001-0002]", p_min: {watts: 100, source: measured_idle}, p_max: {watts: 2000, source: nameplate}}]
shared: [{name: leaf-07, kind: switch, model: SW9, max_watts: 300, ports_used: 2, ports_total: 64}]
accuracy: [{vendor: Acme, model: PSU 3000, ratio: 0.02, datasheet: sheets/alice-psu.pdf}]
work: {file: work.jsonl}
)";

PlanFolder folder_of_plan() {
  return {"plan.yaml",
          kPlanText,
          {{"records/alice.json",
            R"({"jobs":[{"job_id":481516,"user":"alice","nodes":"gpu[0001-0002]"}]})"},
           {"sheets/alice-psu.pdf", "%PDF alice"},
           {"work.jsonl",
            R"({"node":"gpu0001","job":"serve-alice","kind":"output_tokens","amount":1000}
{"node":"gpu0002","job":"serve-alice","kind":"output_tokens","amount":3000}
)"}}};
}

class PlanBundle : public ::testing::Test {
 protected:
  MadeBundle with_plan() {
    SensorTelemetry unstated = canned::counter(canned::node("gpu0002", 700.0));
    for (Metrology* metrology : {&unstated.sensor.metrology, &unstated.series.metrology})
      metrology->accuracy = {};
    EvaluationRequest request = canned::request();
    auto plan = prepare_plan(folder_of_plan());
    EXPECT_TRUE(plan) << plan.error().message;
    if (plan) request.plan = std::move(*plan);
    request.nodes_from = "plan.yaml";
    Telemetry telemetry =
        canned::telemetry({canned::counter(canned::node("gpu0001")), std::move(unstated)});
    telemetry.work.push_back({"gpu0001", telemetry.sensors[0].series.time, {}});
    for (std::size_t i = 0; i < telemetry.work[0].time.size(); ++i)
      telemetry.work[0].value.push_back(static_cast<double>(i));
    return made_bundle(std::move(telemetry), std::move(request));
  }
  Verification verified(const std::string& bytes) {
    auto out = verify_bundle(folder.with(bytes));
    EXPECT_TRUE(out) << out.error().message;
    return out ? std::move(*out) : Verification{};
  }

  BundleFolder folder;
};

TEST_F(PlanBundle, HoldsThePlanItsFilesAndCountersOfWorkAndVerifies) {
  const MadeBundle made = with_plan();
  const Verification v = verified(made.bytes);
  EXPECT_TRUE(v.verified()) << verification_to_text(v);
  ASSERT_TRUE(v.bundle.request.plan);
  EXPECT_EQ(v.bundle.request.plan->folder.text, kPlanText);
  EXPECT_EQ(v.bundle.request.plan->folder.files, folder_of_plan().files);
  ASSERT_EQ(v.bundle.telemetry.work.size(), 1u);
  EXPECT_EQ(v.bundle.telemetry.work[0].value, made.telemetry.work[0].value);
  std::vector<std::string> names;
  for (const auto& [name, bytes] : folder.members_of(made.bytes)) names.push_back(name);
  EXPECT_THAT(names, IsSupersetOf({"plan.yaml", "allocation/alice.json", "datasheets/alice-psu.pdf",
                                   "work/work.jsonl", "counters/gpu0001.csv"}));
}

TEST_F(PlanBundle, WithAnotherPlanDoesNotVerify) {
  const std::string bytes = with_plan().bytes;
  EXPECT_FALSE(verified(folder.changed(
                            bytes, "plan.yaml",
                            [](std::string& text) { replace_first(text, "300", "30"); }, true))
                   .verified());
  EXPECT_FALSE(verified(folder.changed(
                            bytes, "work/work.jsonl",
                            [](std::string& text) { replace_first(text, "1000", "9000"); }, true))
                   .verified());
}

TEST_F(PlanBundle, WhatIfWithoutPlanIsTheFigureOfTheSamplesAlone) {
  const MadeBundle made = with_plan();
  const auto bare = evaluate_what_if(parse_what_if({"without-plan"}).value(), made.telemetry,
                                     made.request, made.report);
  ASSERT_TRUE(bare) << bare.error().message;
  EXPECT_TRUE(bare->shared.empty());
  EXPECT_LT(bare->total.figure.energy, made.report.total.figure.energy);
  const auto one = evaluate_what_if(parse_what_if({"nodes=gpu0002"}).value(), made.telemetry,
                                    made.request, made.report);
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_EQ(one->evidence.asked, 1u);
}

TEST_F(PlanBundle, IsRedactedWithItsPlanAndStillVerifies) {
  const Verification original = verified(with_plan().bytes);
  ASSERT_TRUE(original.verified());
  const auto bytes = redacted_bundle(original, "salt");
  ASSERT_TRUE(bytes) << bytes.error().message;
  const Verification redacted = verified(*bytes);
  EXPECT_TRUE(redacted.verified()) << verification_to_text(redacted);
  EXPECT_DOUBLE_EQ(redacted.report->total.figure.energy, original.report->total.figure.energy);
  EXPECT_EQ(redacted.bundle.manifest.removed.size(), 3u);
  for (const auto& [name, content] : folder.members_of(*bytes))
    for (const char* word : {"gpu000", "alice", "bob", "481516", "leaf-07"}) {
      EXPECT_THAT(name, Not(HasSubstr(word)));
      EXPECT_THAT(content, Not(HasSubstr(word))) << name;
    }
  EXPECT_THAT(redacted.bundle.request.plan->plan.nodes(),
              ElementsAre(HasSubstr("node_0001_"), HasSubstr("node_0002_")));
}

}  // namespace
}  // namespace joulemark
