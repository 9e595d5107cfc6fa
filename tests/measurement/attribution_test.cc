#include "measurement/attribution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "tests/measurement/vectors.h"

namespace joulemark {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using Members = std::vector<AttributedMember>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

AttributedMember member(std::string node, double energy, double idle_watts,
                        std::vector<WorkOfJob> jobs) {
  AttributedMember result;
  result.node = std::move(node);
  result.role = "decode";
  result.energy = energy;
  result.idle_watts = idle_watts;
  result.jobs = std::move(jobs);
  return result;
}

Attribution attribution_of(const Members& members, double duration = 10.0,
                           RelativeUncertainty of_total = {}) {
  const auto result = attribute(members, duration, of_total);
  EXPECT_TRUE(result) << result.error().message;
  return result.value_or(Attribution{});
}

std::vector<WorkOfJob> jobs_of(const json& node) {
  std::map<std::string, WorkOfJob> jobs;
  for (const auto& [name, weight] : node["weights"].items()) jobs[name].weight = weight;
  for (const auto& [name, allocated] : node["alloc"].items()) jobs[name].allocated = allocated;
  std::vector<WorkOfJob> list;
  list.reserve(jobs.size());
  for (auto& [name, job] : jobs) list.push_back({name, job.allocated, job.weight});
  return list;
}

Members members_of(const json& nodes) {
  Members members;
  members.reserve(nodes.size());
  for (const json& node : nodes)
    members.push_back(
        member("n" + std::to_string(members.size()), node["E"], node["p_idle"], jobs_of(node)));
  return members;
}

TEST(Attribute, AgreesWithVector12) {
  const json vector = vectors::load("12_attribution_runs_crossval");
  const json& expected = vector["expected_full"]["attribution"];
  const Attribution result =
      attribution_of(members_of(vector["input"]["nodes"]), vector["input"]["D"]);
  EXPECT_EQ(result.total, vector["expected_full"]["total_mJ"].get<Millijoules>());
  EXPECT_EQ(result.unattributed, expected["unattributed_mJ"].get<Millijoules>());
  ASSERT_THAT(result.jobs, SizeIs(expected["jobs"].size()));
  for (const JobTotal& job : result.jobs) {
    EXPECT_EQ(job.energy.idle, expected["jobs"][job.job]["idle_mJ"].get<Millijoules>());
    EXPECT_EQ(job.energy.dynamic, expected["jobs"][job.job]["dynamic_mJ"].get<Millijoules>());
  }
  ASSERT_THAT(result.members, SizeIs(expected["nodes"].size()));
  for (std::size_t i = 0; i < result.members.size(); ++i) {
    const EnergyShare& share = result.members[i].energy;
    EXPECT_EQ(share.total(), expected["nodes"][i]["total_mJ"].get<Millijoules>());
    EXPECT_EQ(share.idle, expected["nodes"][i]["idle_mJ"].get<Millijoules>());
    EXPECT_EQ(share.dynamic, expected["nodes"][i]["dynamic_mJ"].get<Millijoules>());
  }
}

TEST(Attribute, AnIdleMemberIsChargedInFullAndShowsThatItDidNothing) {
  const Attribution result = attribution_of(
      {member("busy", 5000, 100, {{"a", 1, 70}}), member("idle", 1000, 90, {{"a", 1, 0}})});
  EXPECT_EQ(result.jobs[0].energy.total(), 6000000);
  EXPECT_EQ(result.unattributed, 0);
  EXPECT_EQ(result.members[1].weight, 0.0);
  EXPECT_DOUBLE_EQ(result.members[1].idle_fraction, 0.9);
  EXPECT_DOUBLE_EQ(result.members[1].share, 1.0 / 6.0);
}

TEST(Attribute, WhatNobodyHasAllocatedStaysUnattributed) {
  const Attribution quarter = attribution_of({member("n", 1000, 100, {{"a", 0.25, 0}})});
  EXPECT_EQ(quarter.jobs[0].energy.total(), 250000);
  EXPECT_EQ(quarter.unattributed, 750000);
  const Attribution nobody = attribution_of({member("n", 1000, 100, {})});
  EXPECT_EQ(nobody.unattributed, 1000000);
  EXPECT_THAT(nobody.jobs, SizeIs(0));
}

// The idle part goes by allocation, the dynamic part by work.
TEST(Attribute, WorkSplitsOnlyTheDynamicPart) {
  const Attribution result =
      attribution_of({member("n", 3000, 100, {{"a", 0.5, 30}, {"b", 0.5, 10}})});
  EXPECT_EQ(result.jobs[0].energy.idle, 500000);
  EXPECT_EQ(result.jobs[0].energy.dynamic, 1500000);
  EXPECT_EQ(result.jobs[1].energy.dynamic, 500000);
}

TEST(Attribute, TheIdlePartIsNeverMoreThanAll) {
  const Attribution result = attribution_of({member("n", 500, 1e300, {{"a", 1, 1}})});
  EXPECT_EQ(result.jobs[0].energy.idle, 500000);
  EXPECT_EQ(result.jobs[0].energy.dynamic, 0);
}

TEST(Attribute, ASharedMemberIsChargedWholeAndItsShareIsASecondFigure) {
  AttributedMember node = member("n", 3000, 100, {{"a", 0.25, 10}});
  node.shared = true;
  const Attribution result = attribution_of({node});
  EXPECT_EQ(result.jobs[0].energy.total(), 3000000);
  EXPECT_EQ(result.unattributed, 0);
  ASSERT_TRUE(result.members[0].jobs[0].shared);
  const SharedNodeShare& share = *result.members[0].jobs[0].shared;
  EXPECT_EQ(share.share, 2250000);  // a quarter of the idle part, and the dynamic one
  EXPECT_EQ(share.low, 2000000);
  EXPECT_EQ(share.high, 3000000);
}

TEST(Attribute, RolesAndJobsHaveTheEnergyOfTheirMembers) {
  Members members = {member("a", 1000, 10, {{"x", 1, 5}}), member("b", 2000, 10, {{"x", 1, 5}}),
                     member("c", 4000, 10, {{"y", 1, 0}})};
  members[2].role = "prefill";
  const Attribution result = attribution_of(members);
  ASSERT_THAT(result.roles, SizeIs(2));
  EXPECT_EQ(result.roles[0].role, "decode");
  EXPECT_EQ(result.roles[0].members, 2u);
  EXPECT_EQ(result.roles[0].energy.total(), 3000000);
  EXPECT_DOUBLE_EQ(result.roles[0].weight, 10.0);
  EXPECT_EQ(result.roles[1].energy.total(), 4000000);
}

TEST(Attribute, EnergyPerTokenHasTheUncertaintyOfTheTotal) {
  const Attribution result =
      attribution_of({member("n", 1000, 10, {{"a", 1, 500}})}, 10.0, {0.01, 0.025});
  ASSERT_TRUE(result.jobs[0].per_work);
  EXPECT_DOUBLE_EQ(result.jobs[0].per_work->value, 2.0);
  EXPECT_NEAR(result.jobs[0].per_work->u, 0.02, 1e-12);
  EXPECT_NEAR(result.jobs[0].per_work->U, 0.05, 1e-12);
  EXPECT_FALSE(attribution_of({member("n", 1000, 10, {{"a", 1, 0}})}).jobs[0].per_work);
}

// W-5: 10 s at +-2 W move 20 J between the parts, 40 J expanded.
TEST(Attribute, AnUncertainBaselineMovesEnergyBetweenThePartsButNotOutOfTheMember) {
  AttributedMember node = member("n", 1000, 40, {{"a", 1, 5}});
  node.u_idle_watts = 2.0;
  const EnergyShare job = attribution_of({node}, 10.0, {0.01, 0.02}).jobs[0].energy;
  EXPECT_NEAR(job.U_idle, 400 * 0.02 + 40, 1e-9);
  EXPECT_NEAR(job.U_dynamic, 600 * 0.02 + 40, 1e-9);
  EXPECT_NEAR(job.U, 1000 * 0.02, 1e-9);
}

TEST(Attribute, BetweenTwoJobsTheBaselineMovesWhatTheirSharesDifferBy) {
  AttributedMember node = member("n", 1000, 40, {{"a", 0.5, 3}, {"b", 0.5, 1}});
  node.u_idle_watts = 2.0;
  const JobTotal job = attribution_of({node}, 10.0, {0.01, 0.02}).jobs[0];
  const double energy = 0.5 * 400 + 0.75 * 600;
  EXPECT_NEAR(job.energy.U, 0.02 * energy + 40 * (0.75 - 0.5), 1e-9);
  ASSERT_TRUE(job.per_work);
  EXPECT_NEAR(job.per_work->U, job.energy.U / 3, 1e-9);
  EXPECT_NEAR(job.per_work->u, (0.01 * energy + 20 * (0.75 - 0.5)) / 3, 1e-9);
}

AttributedMember random_member(std::mt19937& random, int number) {
  std::uniform_real_distribution<> any(0.0, 1.0);
  std::vector<WorkOfJob> jobs;
  double left = 1.0;
  for (const char* name : {"a", "b", "c", "d"}) {
    if (any(random) < 0.4) continue;
    const double allocated = any(random) < 0.3 ? 0.0 : left * any(random);
    left -= allocated;
    jobs.push_back({name, allocated, any(random) < 0.3 ? 0.0 : 1e6 * any(random)});
  }
  AttributedMember result =
      member("n" + std::to_string(number), 1e6 * any(random), 1e4 * any(random), jobs);
  result.shared = any(random) < 0.2;
  result.u_idle_watts = any(random);
  return result;
}

TEST(Attribute, ConservesEveryMillijouleAndDoesNotDependOnAnyOrder) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 2000; ++trial) {
    Members members;
    for (int i = 0; i < 8; ++i) members.push_back(random_member(random, i));
    const Attribution result = attribution_of(members, 60.0, {0.01, 0.02});
    Millijoules sum = result.unattributed, tot = 0;
    for (const JobTotal& job : result.jobs) sum += job.energy.total();
    for (const AttributedMember& each : members) tot += *millijoules(each.energy);
    ASSERT_EQ(sum, result.total);
    ASSERT_EQ(result.total, tot);

    std::shuffle(members.begin(), members.end(), random);
    for (auto& each : members) std::shuffle(each.jobs.begin(), each.jobs.end(), random);
    const Attribution again = attribution_of(members, 60.0, {0.01, 0.02});
    ASSERT_EQ(again.unattributed, result.unattributed);
    ASSERT_EQ(again.jobs.size(), result.jobs.size());
    for (std::size_t i = 0; i < again.jobs.size(); ++i) {
      ASSERT_EQ(again.jobs[i].energy.idle, result.jobs[i].energy.idle);
      ASSERT_EQ(again.jobs[i].energy.dynamic, result.jobs[i].energy.dynamic);
      ASSERT_NEAR(again.jobs[i].energy.U, result.jobs[i].energy.U, 1e-6);
    }
  }
}

TEST(Attribute, WeightsNeverChangeTheTotal) {
  std::mt19937 random(6);
  for (int trial = 0; trial < 500; ++trial) {
    Members members = {random_member(random, 0), random_member(random, 1)};
    const Millijoules total = attribution_of(members).total;
    for (AttributedMember& each : members)
      for (WorkOfJob& job : each.jobs) job.weight = static_cast<double>(random());
    ASSERT_EQ(attribution_of(members).total, total);
  }
}

void expect_refused(const Members& members, const std::string& reason) {
  const auto result = attribute(members, 10.0, {});
  ASSERT_FALSE(result) << reason;
  EXPECT_EQ(result.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(result.error().message, HasSubstr(reason));
}

TEST(Attribute, RefusesWithTheMemberAndTheReason) {
  expect_refused({}, "no member");
  expect_refused({member("n1", 1, 0, {}), member("n1", 1, 0, {})}, "member n1 appears twice");
  expect_refused({member("n1", 1, kNan, {})}, "member n1: it has no idle baseline");
  expect_refused({member("n1", 1, -1, {})}, "no idle baseline");
  for (const double bad : {kNan, kInfinite, -1.0}) {
    expect_refused({member("n1", bad, 0, {})}, "n1");
    expect_refused({member("n1", 1, 0, {{"a", bad, 0}})}, "job a");
    expect_refused({member("n1", 1, 0, {{"a", 0, bad}})}, "job a");
  }
  expect_refused({member("n1", 1, 0, {{"a", 0.5, 1}, {"a", 0.5, 1}})}, "job a appears twice");
  expect_refused({member("n1", 1, 0, {{"a", 0.7, 1}, {"b", 0.7, 1}})}, "more than all of it");
  expect_refused({member("n1", 1, 0, {{"a", 0, 1e308}, {"b", 0, 1e308}})}, "too large");
  expect_refused({member("n1", 6e12, 0, {}), member("n2", 6e12, 0, {})}, "exactly");
}

TEST(Attribute, RefusesWindowsAndUncertaintiesThatAreNoNumbers) {
  const Members members = {member("n", 1, 0, {})};
  for (const double bad : {kNan, kInfinite, -1.0}) {
    EXPECT_FALSE(attribute(members, bad, {}));
    EXPECT_FALSE(attribute(members, 1.0, {bad, 0}));
    EXPECT_FALSE(attribute(members, 1.0, {0, bad}));
  }
  EXPECT_FALSE(attribute(members, 0.0, {}));
}

}  // namespace
}  // namespace joulemark
