// What no meter saw (METHOD N-2, N-3, S-3).
#include <gmock/gmock.h>

#include "query/report_text.h"
#include "tests/query/plan/made_plan.h"

namespace joulemark {
namespace {

using namespace planned;
using testing::Contains;
using testing::HasSubstr;

TEST(PlanEstimates, SharedEquipmentIsEstimatedAndBothWaysToCountItAreShown) {
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

TEST(PlanEstimates, UnmeasuredPartsAreAddedOnlyWhereTheCoverLacksThem) {
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

TEST(PlanEstimates, AMissingMemberIsEstimatedOnlyIfFewAndWithANameplate) {
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

}  // namespace
}  // namespace joulemark
