#include "sources/redfish/node/boundary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace joulemark::redfish {
namespace {

PowerSupplyUnit unit(std::optional<double> in, std::optional<double> out,
                     Supply supply = Supply::kAc) {
  PowerSupplyUnit one;
  one.chassis = "/c";
  one.input_watts = in;
  one.output_watts = out;
  one.supply = supply;
  return one;
}

BoundaryGuess guess(double watts, std::vector<PowerSupplyUnit> units) {
  Inventory inventory;
  inventory.supplies = std::move(units);
  return guess_boundary(watts, sums_of(inventory, "/c"));
}

TEST(RedfishBoundary, IsInputWhereTheInputsAddUpToIt) {
  const auto found = guess(416, {unit(210, 170), unit(210, 170)});
  EXPECT_EQ(found.boundary, Boundary::kAcInput);
  EXPECT_EQ(found.supply, Supply::kAc);
  EXPECT_EQ(found.evidence, "sum of 2 inputs 420 W, of outputs 340 W");
}

TEST(RedfishBoundary, IsOutputWhereTheOutputsAddUpToIt) {
  const auto found = guess(342, {unit(210, 170), unit(210, 170)});
  EXPECT_EQ(found.boundary, Boundary::kPsuOutput);
  EXPECT_EQ(found.supply, Supply::kDc);
}

TEST(RedfishBoundary, OfDcFedSuppliesIsTheirDcInput) {
  EXPECT_EQ(guess(1000, {unit(1000, 930, Supply::kDc)}).boundary, Boundary::kDcInput);
}

TEST(RedfishBoundary, IsUnknownWhereBothSumsFitOrOneIsMissing) {
  EXPECT_EQ(guess(1000, {unit(1000, 990)}).boundary, Boundary::kUnknown);  // 1 % apart
  EXPECT_EQ(guess(1000, {unit(1000, {})}).boundary, Boundary::kUnknown);   // no outputs
  EXPECT_EQ(guess(500, {unit(500, 460), unit({}, {})}).boundary, Boundary::kUnknown);
  EXPECT_EQ(guess(700, {unit(600, 550)}).boundary, Boundary::kUnknown);  // neither
  EXPECT_EQ(guess(700, {}).boundary, Boundary::kUnknown);
}

TEST(RedfishBoundary, AbsentSuppliesDoNotCountAndIdleOnesDo) {
  PowerSupplyUnit absent = unit({}, {});
  absent.absent = true;
  EXPECT_EQ(guess(600, {unit(600, 550), absent}).boundary, Boundary::kAcInput);
  EXPECT_EQ(guess(600, {unit(600, 550), unit(0, 0)}).boundary, Boundary::kAcInput);
}

TEST(RedfishBoundary, SupplyOfMixedSuppliesIsUnknown) {
  const auto found = guess(600, {unit(300, 270), unit(300, 270, Supply::kDc)});
  EXPECT_EQ(found.supply, Supply::kUnknown);
  EXPECT_EQ(found.boundary, Boundary::kUnknown);
}

TEST(RedfishBoundary, LastOutputsThatRepeatTheTotalAreNoSum) {
  PowerSupplyUnit one = unit({}, {});
  one.last_output_watts = 894;
  EXPECT_EQ(guess(894, {one, one, one, one}).evidence, "every power supply repeats one figure");
}

}  // namespace
}  // namespace joulemark::redfish
