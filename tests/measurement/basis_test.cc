#include <gtest/gtest.h>

#include <tuple>

#include "measurement/cover.h"
#include "tests/measurement/candidates.h"

namespace joulemark {
namespace {

TEST(Basis, EveryRowOfTheTableIsToldFromLabels) {
  const std::vector<std::pair<CoverCandidate, Basis>> rows = {
      {outlet("1"), Basis::kOutlets},
      {psu_input(1), Basis::kAcInput},
      {node_ac("ipmi", "dcmi"), Basis::kAcInput},
      {cray_node(), Basis::kCray},
      {power9_system(), Basis::kPlatform},
      {acpi_meter(), Basis::kChassis},
      {hot_swap(), Basis::kChassis},
      {module(0), Basis::kModule},
      {battery(0), Basis::kBattery},
      {psys(90), Basis::kPsys},
      {board_input(), Basis::kBoardInput},
      {package(0), Basis::kComponents},
      {dram(0), Basis::kComponents},
      {gpu("node/gpu:0000:03:00.0"), Basis::kComponents},
  };
  for (const auto& [candidate, basis] : rows)
    EXPECT_EQ(basis_of(candidate), basis) << candidate.id << " " << to_string(basis);
}

TEST(Basis, LabelsOfAReplayedSensorAreEnoughWhereTheyDiffer) {
  for (CoverCandidate candidate : {outlet("1"), psu_input(1), acpi_meter(), hot_swap(), module(0),
                                   board_input(), package(0), dram(0), gpu("node/gpu:0")}) {
    const std::optional<Basis> expected = basis_of(candidate);
    candidate.source = "replay";
    candidate.driver.clear();
    EXPECT_EQ(basis_of(candidate), expected) << candidate.id;
  }
}

TEST(Basis, WhatHasNoRowIsNeverSummed) {
  CoverCandidate psu_output = psu_input(1);
  psu_output.scope = "node/psu:1/out";
  psu_output.boundary = Boundary::kPsuOutput;
  CoverCandidate package_of_unknown_boundary = package(0);
  package_of_unknown_boundary.boundary = Boundary::kUnknown;
  CoverCandidate shelf_of_the_rack = psu_input(1);
  shelf_of_the_rack.scope = "rack:r5/shelf:2/in";
  CoverCandidate gpu_elsewhere = gpu("chassis:c7/gpu:0");
  CoverCandidate gpu_at_ac = gpu("node/gpu:0");
  gpu_at_ac.boundary = Boundary::kAcInput;
  for (const CoverCandidate& candidate :
       {rail("node/rail:vin", Boundary::kUnknown), rail("node/rail:vdd", Boundary::kComponent),
        psu_output, package_of_unknown_boundary, shelf_of_the_rack, gpu_elsewhere, gpu_at_ac})
    EXPECT_EQ(basis_of(candidate), std::nullopt) << candidate.scope;
}

TEST(Basis, CompletenessFollowsTheTable) {
  for (Basis basis : {Basis::kOutlets, Basis::kAcInput, Basis::kCray, Basis::kPlatform,
                      Basis::kChassis, Basis::kBattery, Basis::kBoardInput})
    EXPECT_TRUE(complete_basis(basis, false)) << to_string(basis);
  EXPECT_FALSE(complete_basis(Basis::kModule, true));
  EXPECT_FALSE(complete_basis(Basis::kComponents, true));
  EXPECT_FALSE(complete_basis(Basis::kPsys, false));
  EXPECT_TRUE(complete_basis(Basis::kPsys, true));
}

TEST(Basis, ABoundaryNamesItsSupplyUnlessTheSensorStatesOne) {
  CoverCandidate c = psu_input(1);
  c.supply = Supply::kUnknown;
  EXPECT_EQ(supply_of(c), Supply::kAc);
  c.supply = Supply::kDc;
  EXPECT_EQ(supply_of(c), Supply::kDc);
  CoverCandidate cpu = package(0);
  cpu.supply = Supply::kUnknown;
  EXPECT_EQ(supply_of(cpu), Supply::kDc);
  EXPECT_EQ(supply_of(acpi_meter()), Supply::kUnknown);
}

TEST(Basis, NamesGoBothWays) {
  for (int rank = 1; rank <= 10; ++rank) {
    const Basis basis = static_cast<Basis>(rank);
    EXPECT_EQ(parse_basis(to_string(basis)), basis);
  }
  EXPECT_EQ(parse_basis("inlet"), std::nullopt);
}

}  // namespace
}  // namespace joulemark
