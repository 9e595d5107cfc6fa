// The record of the scheduler as evidence (METHOD N-0).
#include <gmock/gmock.h>

#include "tests/query/plan/made_plan.h"

namespace joulemark {
namespace {

using namespace planned;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

TEST(PlanAllocation, AJobRecordIsEvidenceAndShowsWhoSharedANode) {
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

}  // namespace
}  // namespace joulemark
