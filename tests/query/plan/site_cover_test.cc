// Which scopes of a plan are counted (METHOD S-1).
#include <gmock/gmock.h>

#include "query/report_text.h"
#include "tests/query/plan/made_plan.h"

namespace joulemark {
namespace {

using namespace planned;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kRack =
    "members: [{nodes: 'gpu[1-2]', role: decode, supply: dc}, {nodes: sw1, role: switch, supply: "
    "dc}]\n"
    "covers: {shelves: {'rack:r7': {scopes: ['rack:r7/shelf:1/in', 'rack:r7/shelf:2/in'], feeds: "
    "['gpu[1-2]', sw1]}}}\n";

TEST(SiteCover, OutletsAreCountedBeforeTheMetersOfTheNodeAndNeverBoth) {
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

TEST(SiteCover, AMemberNeedsNoMeterOfItsOwnBehindItsOutlets) {
  const Report report = report_of({outlet(1, 700.0)},
                                  "members: [{nodes: a}]\n"
                                  "covers: {outlets: {a: ['pdu:a/outlet:1']}}\n");
  ASSERT_TRUE(is_complete(report)) << report.total.why;
  EXPECT_NEAR(report.total.figure.energy, 700.0 * kD, 1.0);
}

TEST(SiteCover, AnOutletWithoutSeriesLeavesItsNodeToItsOwnMeters) {
  const Report report = report_of({outlet(1, 503.0), ac_node("a", 1000.0)},
                                  "members: [{nodes: a}]\n"
                                  "covers: {outlets: {a: ['pdu:a/outlet:1', 'pdu:a/outlet:2']}}\n");
  ASSERT_TRUE(is_complete(report)) << report.total.why;
  EXPECT_NEAR(report.total.figure.energy, 1000.0 * kD, 1.0);
  EXPECT_THAT(unit(report, "outlets of a").why, HasSubstr("pdu:a/outlet:2"));
}

TEST(SiteCover, ACableInTheWrongOutletIsNotOverlooked) {
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

TEST(SiteCover, ShelvesCountOnceForAllTraysBehindThem) {
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

// METHOD S-1c: what else measured the same members is shown, with its ratio, and never added.
TEST(SiteCover, TheOtherWayToMeasureTheSameMembersIsShownBesideIt) {
  const Report shelves = report_of({shelf(1, 1000.0), shelf(2, 1000.0), tray("gpu1", 900.0),
                                    tray("gpu2", 800.0), tray("sw1", 200.0)},
                                   kRack);
  ASSERT_EQ(shelves.total.other_units.size(), 1U);
  const OtherUnits& own = shelves.total.other_units[0];
  EXPECT_EQ(own.scope, "rack:r7");
  EXPECT_EQ(own.members, 3U);
  EXPECT_EQ(own.supply, Supply::kDc);
  EXPECT_NEAR(own.ratio, 0.95, 1e-6);
  EXPECT_THAT(report_to_text(shelves),
              HasSubstr("also seen, not added: own meters of its members (dc), 3 members of 1 "
                        "scope"));
}

TEST(SiteCover, ATrayThatDrawsMoreThanItsShelvesIsAMismatch) {
  const Report report = report_of({shelf(1, 1100.0), shelf(2, 1000.0), tray("gpu1", 1350.0),
                                   tray("gpu2", 950.0), tray("sw1", 100.0)},
                                  kRack);
  EXPECT_THAT(report.total.reasons, Contains(Code::kCoverMismatch));
}

TEST(SiteCover, AScopeThatAlsoFeedsOthersCountsWholeAndSaysSo) {
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
  // A second figure, never the total: two of the four nodes, as nothing is known of the others.
  const NodeReport& scope = unit(report, "c7");
  ASSERT_TRUE(scope.share);
  EXPECT_NEAR(scope.share->energy, 2000.0 * kD, 1.0);
  EXPECT_NEAR(scope.share->U, 0.5 * scope.figure.headline_U, 1.0);
  EXPECT_THAT(report_to_text(report), HasSubstr("c7 counts whole; split evenly over its 4 nodes"));
}

}  // namespace
}  // namespace joulemark
