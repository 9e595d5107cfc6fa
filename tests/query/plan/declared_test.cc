// What every declared value does to E and U.
#include <gmock/gmock.h>

#include "tests/query/plan/made_plan.h"

namespace joulemark {
namespace {

using namespace planned;
using testing::HasSubstr;

TEST(PlanDeclared, EveryDeclaredValueSaysWhatItDoes) {
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

std::string certificates(int count) {
  std::string out = "calibration:\n";
  for (int i = 0; i < count; ++i)
    out += "- {serial: S" + std::to_string(i) +
           ", certificate: c.pdf, laboratory: L, number: 7, date: 2026-01-02, valid_until: "
           "2027-01-02, expanded_uncertainty: 0.004, range_watts: [1, 1000]}\n";
  return out;
}

TEST(PlanDeclared, ACertificateOfNoCountedMeterSaysSo) {
  const Report report = report_of({ac_node("a", 500.0)},
                                  "members: [{nodes: a}]\n" + certificates(1), {{"c.pdf", "pdf"}});
  ASSERT_EQ(report.declared.size(), 1U);
  EXPECT_THAT(report.declared[0].evidence, HasSubstr("not used: no counted meter is named there"));
}

// Each entry costs a whole calculation.
TEST(PlanDeclared, ManyOfOneKindAreOneEntry) {
  const Report report = report_of({ac_node("a", 500.0)},
                                  "members: [{nodes: a}]\n" + certificates(25), {{"c.pdf", "pdf"}});
  ASSERT_EQ(report.declared.size(), 1U);
  EXPECT_EQ(report.declared[0].key, "calibration");
  EXPECT_EQ(report.declared[0].value, "all 25");
}

// METHOD S-5: a statement may only raise delta, and measures nothing.
TEST(PlanDeclared, ADeclaredClockRaisesTheBoundAlsoOfAClockThatNobodyMeasured) {
  auto request = by_plan("members: [{nodes: a}]\nclock: {bound_seconds: 0.8}\n");
  request.window.clock.bound.reset();
  const auto report = evaluate(seen({ac_node("a", 500.0)}), request);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_NEAR(report->evidence.clock_bound, 0.8, 1e-12);
  EXPECT_THAT(report->total.reasons, testing::Contains(Code::kClockUnmeasured));
  request.plan->plan.clock_bound = 0.1;
  EXPECT_NEAR(evaluate(seen({ac_node("a", 500.0)}), request)->evidence.clock_bound, 0.5, 1e-12);
}

}  // namespace
}  // namespace joulemark
