// AC and DC by a plan (METHOD S-2).
#include <gmock/gmock.h>

#include <cmath>

#include "tests/query/plan/made_plan.h"

namespace joulemark {
namespace {

using namespace planned;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kRack =
    "members: [{nodes: 'gpu[1-2]', role: decode, supply: dc}, {nodes: sw1, role: switch, supply: "
    "dc}]\n"
    "covers: {shelves: {'rack:r7': {scopes: ['rack:r7/shelf:1/in', 'rack:r7/shelf:2/in'], feeds: "
    "['gpu[1-2]', sw1]}}}\n";

TEST(PlanSupply, WithoutShelfMetersTraysAreBroughtToAcByTheCertifiedPoints) {
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

TEST(PlanSupply, AcAndDcAreNeverAddedWithoutTheEfficiency) {
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

}  // namespace
}  // namespace joulemark
