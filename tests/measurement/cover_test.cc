#include "measurement/cover.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "measurement/scope.h"
#include "tests/measurement/candidates.h"

namespace joulemark {
namespace {

using Candidates = std::vector<CoverCandidate>;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> ids(const Candidates& all, const Cover& cover) {
  std::vector<std::string> names;
  for (std::size_t i : cover.members) names.push_back(all[i].id);
  return names;
}

MemberRole role(const CoverChoice& choice, std::size_t candidate) {
  return choice.roles.at(candidate);
}

TEST(Cover, EachRowOfTheTableIsCountedWhereItStandsAlone) {
  const std::vector<std::pair<Candidates, Basis>> machines = {
      {{outlet("1"), outlet("2")}, Basis::kOutlets},
      {{psu_input(1), psu_input(2)}, Basis::kAcInput},
      {{cray_node()}, Basis::kCray},
      {{power9_system()}, Basis::kPlatform},
      {{acpi_meter()}, Basis::kChassis},
      {{module(0), module(1)}, Basis::kModule},
      {{battery(0), battery(1)}, Basis::kBattery},
      {{psys(90)}, Basis::kPsys},
      {{board_input()}, Basis::kBoardInput},
      {{package(0), dram(0)}, Basis::kComponents},
  };
  for (const auto& [machine, basis] : machines) {
    const CoverChoice choice = choose_cover(machine);
    ASSERT_TRUE(choice.counted) << to_string(basis);
    EXPECT_EQ(choice.counted->basis, basis);
    EXPECT_EQ(choice.counted->complete, complete_basis(basis, false));
    EXPECT_EQ(choice.counted->members.size(), machine.size()) << to_string(basis);
    EXPECT_THAT(choice.others, IsEmpty());
  }
}

TEST(Cover, ABetterRankIsFurtherUpstreamAndCountsAlone) {
  const Candidates all = {package(0),  dram(0),      board_input(), psys(500),
                          battery(0),  module(1),    acpi_meter(),  power9_system(),
                          cray_node(), psu_input(1), outlet("1")};
  Candidates left = all;
  for (Basis expected :
       {Basis::kOutlets, Basis::kAcInput, Basis::kCray, Basis::kPlatform, Basis::kChassis,
        Basis::kBattery, Basis::kBoardInput, Basis::kModule, Basis::kPsys, Basis::kComponents}) {
    const CoverChoice choice = choose_cover(left);
    ASSERT_TRUE(choice.counted);
    EXPECT_EQ(choice.counted->basis, expected) << to_string(choice.counted->basis);
    std::erase_if(left, [&](const CoverCandidate& c) { return basis_of(c) == expected; });
  }
}

TEST(Cover, AMachineWithoutReadableSensorsHasNone) {
  EXPECT_FALSE(choose_cover({}).counted);
  EXPECT_FALSE(choose_cover({dead(psys(0)), dead(package(0))}).counted);
  const CoverChoice rails = choose_cover({rail("node/rail:vin", Boundary::kUnknown)});
  EXPECT_FALSE(rails.counted);
  EXPECT_EQ(role(rails, 0), MemberRole::kUnranked);
}

TEST(Cover, PsysIsNeverAddedToPackages) {
  const Candidates all = {package(0, 300), package(1, 310), dram(0, 25), dram(1, 27), psys(1020)};
  const CoverChoice choice = choose_cover(all);
  EXPECT_THAT(ids(all, *choice.counted), ElementsAre("psys"));
  EXPECT_FALSE(choice.counted->complete);
  EXPECT_EQ(role(choice, 0), MemberRole::kContained);
  EXPECT_EQ(role(choice, 2), MemberRole::kContained);
}

TEST(Cover, PsysIsCompleteOnlyOnAMachineWithABattery) {
  EXPECT_FALSE(choose_cover({psys(10)}, false).counted->complete);
  EXPECT_TRUE(choose_cover({psys(10)}, true).counted->complete);
}

TEST(Cover, PsysBelowItsPartsIsNotUsed) {
  const Candidates all = {psys(100), package(0, 95), dram(0, 10)};
  const CoverChoice choice = choose_cover(all, true);
  EXPECT_EQ(choice.counted->basis, Basis::kComponents);
  EXPECT_EQ(role(choice, 0), MemberRole::kUnusable);
}

TEST(Cover, PsysOfUnknownPowerIsNotTrustedBesidePackages) {
  CoverCandidate unknown = psys(0);
  unknown.power.reset();
  EXPECT_EQ(choose_cover({unknown, package(0)}).counted->basis, Basis::kComponents);
  EXPECT_EQ(choose_cover({unknown}).counted->basis, Basis::kPsys);
}

TEST(Cover, SeveralPsysZonesAreNotSummed) {
  CoverCandidate second = psys(500);
  second.id = "psys-1";
  const CoverChoice choice = choose_cover({psys(500), second, package(0)});
  EXPECT_EQ(choice.counted->basis, Basis::kComponents);
  EXPECT_EQ(role(choice, 0), MemberRole::kUnusable);
  EXPECT_EQ(role(choice, 1), MemberRole::kUnusable);
}

TEST(Cover, APhantomPsysThatNeverMovesIsNotChosen) {
  const CoverChoice choice = choose_cover({dead(psys(0)), package(0)});
  EXPECT_EQ(choice.counted->basis, Basis::kComponents);
  EXPECT_EQ(role(choice, 0), MemberRole::kDead);
}

TEST(Cover, APackageContainsItsCoreButNotItsDram) {
  const Candidates all = {core(0), package(0), dram(0)};
  const CoverChoice choice = choose_cover(all);
  EXPECT_THAT(ids(all, *choice.counted), ElementsAre("package-0", "package-0/dram"));
  EXPECT_EQ(role(choice, 0), MemberRole::kContained);
}

TEST(Cover, ADeadPackageLeavesItsCoreToBeCounted) {
  const Candidates all = {core(0), dead(package(0)), package(1)};
  EXPECT_THAT(ids(all, *choose_cover(all).counted), ElementsAre("package-0/core", "package-1"));
}

TEST(Cover, TwoMetersOfOneScopeAreADualCoverAndOneIsCounted) {
  const Candidates all = {node_ac("redfish", "power"), node_ac("ipmi", "dcmi")};
  const CoverChoice choice = choose_cover(all);
  EXPECT_THAT(ids(all, *choice.counted), ElementsAre("dcmi"));
  EXPECT_EQ(role(choice, 0), MemberRole::kDual);
  ASSERT_EQ(choice.others.size(), 1u);
  EXPECT_THAT(ids(all, choice.others[0]), ElementsAre("power"));
  EXPECT_TRUE(choice.others[0].complete);
}

TEST(Cover, AnEnergyCounterIsTakenBeforeAPowerReadingOfTheSameScope) {
  CoverCandidate counter = node_ac("redfish", "z-energy");
  counter.quantity = QuantityKind::kEnergy;
  const Candidates all = {node_ac("ipmi", "dcmi"), counter};
  EXPECT_THAT(ids(all, *choose_cover(all).counted), ElementsAre("z-energy"));
}

TEST(Cover, TheMeterThatIsFastEnoughIsTakenFirst) {
  CoverCandidate slow_counter = node_ac("redfish", "energy");
  slow_counter.quantity = QuantityKind::kEnergy;
  slow_counter.meets_sampling = false;
  Candidates all = {slow_counter, node_ac("ipmi", "power")};
  EXPECT_THAT(ids(all, *choose_cover(all).counted), ElementsAre("power"));

  CoverCandidate slow_outlet = outlet("1");
  slow_outlet.meets_sampling = false;
  all = {slow_outlet, psu_input(1)};
  const CoverChoice choice = choose_cover(all);
  EXPECT_EQ(choice.counted->basis, Basis::kAcInput);
  EXPECT_EQ(role(choice, 0), MemberRole::kContains);
  EXPECT_EQ(choice.others.at(0).basis, Basis::kOutlets);
}

TEST(Cover, ASlowCompleteCoverBeatsAFastPartialOne) {
  CoverCandidate slow = acpi_meter();
  slow.meets_sampling = false;
  EXPECT_EQ(choose_cover({slow, package(0)}).counted->basis, Basis::kChassis);
}

TEST(Cover, PartsOfAnInputNeverReplaceTheWholeThatReads) {
  CoverCandidate slow_total = node_ac("redfish", "total");
  slow_total.meets_sampling = false;
  const Candidates all = {psu_input(1), slow_total, psu_input(2)};
  const CoverChoice choice = choose_cover(all);
  EXPECT_THAT(ids(all, *choice.counted), ElementsAre("total"));
  EXPECT_EQ(role(choice, 0), MemberRole::kContained);
  ASSERT_EQ(choice.others.size(), 1u);  // S-1c: the inputs are the other cover
  EXPECT_THAT(ids(all, choice.others[0]), ElementsAre("psu1", "psu2"));
}

TEST(Cover, BothInletsAreSummed) {
  CoverCandidate a = psu_input(1), b = psu_input(2);
  a.component = b.component = Component::kInlet;
  a.scope = "node/inlet:a";
  b.scope = "node/inlet:b";
  const Candidates all = {b, a};
  EXPECT_THAT(choose_cover(all).counted->members, ElementsAre(1u, 0u));  // in order of scope
}

TEST(Cover, AllOutletsOfBothFeedsAreSummed) {
  const Candidates all = {outlet("a1"), outlet("b1"), psu_input(1), psu_input(2)};
  const CoverChoice choice = choose_cover(all);
  EXPECT_THAT(ids(all, *choice.counted), ElementsAre("a1", "b1"));
  EXPECT_EQ(role(choice, 2), MemberRole::kContained);
  EXPECT_EQ(choice.others.at(0).basis, Basis::kAcInput);
}

TEST(Cover, ASumThatLacksAnInputIsNotComplete) {
  CoverChoice choice = choose_cover({psu_input(1), dead(psu_input(2))});
  EXPECT_EQ(choice.counted->basis, Basis::kAcInput);
  EXPECT_FALSE(choice.counted->complete);

  choice = choose_cover({psu_input(1), dead(psu_input(2)), acpi_meter()});
  EXPECT_EQ(choice.counted->basis, Basis::kChassis);

  CoverCandidate refused = psu_input(2);
  refused.refused = true;
  choice = choose_cover({psu_input(1), refused, package(0)});
  EXPECT_EQ(choice.counted->basis, Basis::kComponents);
  EXPECT_EQ(role(choice, 1), MemberRole::kRefused);
  EXPECT_THAT(choice.others, IsEmpty());
}

TEST(Cover, AnInputReadBySomethingElseIsNotMissing) {
  CoverCandidate other = psu_input(2);
  other.source = "ipmi";
  other.id = "ps2";
  const CoverChoice choice = choose_cover({psu_input(1), dead(psu_input(2)), other});
  EXPECT_TRUE(choice.counted->complete);
  EXPECT_EQ(choice.counted->members.size(), 2u);
}

TEST(Cover, InputsWithOneSecondMeterHaveOneOtherCoverWithBothInputs) {
  CoverCandidate second = psu_input(1);
  second.source = "ipmi";
  second.id = "z1";
  const Candidates all = {psu_input(1), psu_input(2), second};
  const CoverChoice choice = choose_cover(all);
  EXPECT_THAT(ids(all, *choice.counted), ElementsAre("psu1", "psu2"));
  ASSERT_EQ(choice.others.size(), 1u);
  EXPECT_THAT(ids(all, choice.others[0]), ElementsAre("z1", "psu2"));
}

TEST(Cover, AModuleIsNeverAddedToItsGpu) {
  const Candidates all = {module(0), gpu("node/module:0/gpu:0")};
  const CoverChoice choice = choose_cover(all);
  EXPECT_THAT(ids(all, *choice.counted), ElementsAre("module0"));
  EXPECT_EQ(role(choice, 1), MemberRole::kContained);
}

TEST(Cover, BoardsOutsideTheModulesAreAddedToThem) {
  const Candidates all = {gpu("node/gpu:1"), module(0), gpu("node/module:0/gpu:0")};
  const CoverChoice choice = choose_cover(all);
  EXPECT_EQ(choice.counted->basis, Basis::kModule);
  EXPECT_EQ(choice.counted->members.size(), 2u);
  EXPECT_EQ(role(choice, 0), MemberRole::kCounted);
  EXPECT_FALSE(choice.counted->complete);
}

TEST(Cover, GraceSocketsCountWithoutTheRailsInsideThem) {
  CoverCandidate socket = package(0);
  socket.scope = "node/module:0/grace";
  CoverCandidate cpu_rail = package(1);
  cpu_rail.scope = "node/module:0/grace/cpu";
  const CoverChoice choice = choose_cover({cpu_rail, socket});
  EXPECT_THAT(choice.counted->members, ElementsAre(1u));
}

TEST(Cover, TheMmioZoneIsTheSamePackageASecondTime) {
  CoverCandidate mmio = package(0);
  mmio.id = "package-0-mmio";
  const CoverChoice choice = choose_cover({mmio, package(0)});
  EXPECT_THAT(choice.counted->members, ElementsAre(1u));
  EXPECT_EQ(role(choice, 0), MemberRole::kDual);
}

TEST(Cover, MirroredZonesOfOnePackageCountOnce) {
  Candidates dies = {package(0), package(0), package(0)};
  dies[1].id = "package-0-die-1";
  dies[2].id = "package-0-die-2";
  EXPECT_EQ(choose_cover(dies).counted->members.size(), 1u);
}

TEST(Cover, ABatteryCountsOnlyWhileAllOfThemDischarge) {
  EXPECT_EQ(choose_cover({battery(0), battery(1), package(0)}, true).counted->basis,
            Basis::kBattery);
  const CoverChoice charging = choose_cover({battery(0), dead(battery(1)), package(0)}, true);
  EXPECT_EQ(charging.counted->basis, Basis::kComponents);
  EXPECT_EQ(role(charging, 0), MemberRole::kUnusable);
}

TEST(Cover, MembersOfDifferentSupplyAreNotAdded) {
  CoverCandidate dc = psu_input(2);
  dc.supply = Supply::kDc;
  const CoverChoice choice = choose_cover({psu_input(1), dc, package(0)});
  EXPECT_EQ(choice.counted->basis, Basis::kComponents);
  EXPECT_EQ(role(choice, 0), MemberRole::kUnusable);
  EXPECT_EQ(role(choice, 1), MemberRole::kUnusable);
}

TEST(Cover, SupplyComesFromItsMembers) {
  EXPECT_EQ(choose_cover({psu_input(1)}).counted->supply, Supply::kAc);
  EXPECT_EQ(choose_cover({package(0)}).counted->supply, Supply::kDc);
  EXPECT_EQ(choose_cover({acpi_meter()}).counted->supply, Supply::kUnknown);
}

TEST(Cover, RefusedAndDeadSensorsSayWhyTheyAreNotCounted) {
  CoverCandidate apparent = node_ac("redfish", "va");
  apparent.refused = true;
  const CoverChoice choice = choose_cover({apparent, dead(acpi_meter()), package(0)});
  EXPECT_THAT(choice.roles,
              ElementsAre(MemberRole::kRefused, MemberRole::kDead, MemberRole::kCounted));
}

TEST(Cover, RolesHaveNames) {
  std::set<std::string_view> names;
  for (MemberRole r :
       {MemberRole::kCounted, MemberRole::kDual, MemberRole::kContained, MemberRole::kContains,
        MemberRole::kDead, MemberRole::kRefused, MemberRole::kUnranked, MemberRole::kUnusable})
    names.insert(to_string(r));
  EXPECT_EQ(names.size(), 8u);
  EXPECT_FALSE(names.contains(""));
}

// A random machine: every kind of sensor at random depth, some dead, refused, slow or doubled.
class RandomMachine {
 public:
  explicit RandomMachine(unsigned seed) : random_(seed) {}

  Candidates next() {
    Candidates all;
    for (int n = pick(12) + 1; n > 0; --n) {
      CoverCandidate c = one();
      c.id += "#" + std::to_string(n);
      c.alive = pick(6) != 0;
      c.refused = pick(10) == 0;
      c.meets_sampling = pick(4) != 0;
      c.quantity = pick(2) == 0 ? QuantityKind::kEnergy : QuantityKind::kPower;
      if (pick(8) == 0) c.supply = Supply::kUnknown;
      all.push_back(c);
    }
    return all;
  }
  std::mt19937& random() { return random_; }
  bool coin() { return pick(2) == 0; }

 private:
  int pick(int n) { return std::uniform_int_distribution<>(0, n - 1)(random_); }

  CoverCandidate one() {
    switch (pick(14)) {
      case 0:
        return outlet(std::to_string(pick(2)));
      case 1:
        return node_ac("ipmi", "dcmi");
      case 2:
        return cray_node();
      case 3:
        return power9_system();
      case 4:
        return acpi_meter();
      case 5:
        return module(pick(2));
      case 6:
        return battery(pick(2));
      case 7:
        return psys(pick(500));
      case 8:
        return board_input();
      case 9:
        return core(pick(3));
      case 10:
        return dram(pick(3), pick(50));
      case 11:
        return gpu(coin() ? "node/module:0/gpu:0" : "node/gpu:1");
      case 12:
        return psu_input(pick(3));
      default:
        return package(pick(3), pick(300));
    }
  }

  std::mt19937 random_;
};

std::vector<Cover> all_covers(const CoverChoice& choice) {
  std::vector<Cover> covers = choice.others;
  if (choice.counted) covers.push_back(*choice.counted);
  return covers;
}

TEST(CoverOfAnyMachine, NoMemberContainsAnother) {
  RandomMachine machine(1);
  for (int n = 0; n < 20000; ++n) {
    const Candidates all = machine.next();
    for (const Cover& cover : all_covers(choose_cover(all, machine.coin())))
      for (std::size_t a : cover.members)
        for (std::size_t b : cover.members)
          ASSERT_TRUE(a == b || !overlap(all[a].scope, all[b].scope))
              << all[a].scope << " and " << all[b].scope;
  }
}

TEST(CoverOfAnyMachine, MembersAreAliveOfOneSupplyAndOfTheBasis) {
  RandomMachine machine(2);
  for (int n = 0; n < 20000; ++n) {
    const Candidates all = machine.next();
    for (const Cover& cover : all_covers(choose_cover(all, machine.coin()))) {
      ASSERT_FALSE(cover.members.empty());
      for (std::size_t i : cover.members) {
        ASSERT_TRUE(all[i].alive && !all[i].refused);
        ASSERT_EQ(supply_of(all[i]), cover.supply);
        ASSERT_TRUE(basis_of(all[i]) == cover.basis ||
                    (cover.basis == Basis::kModule && basis_of(all[i]) == Basis::kComponents));
      }
    }
  }
}

TEST(CoverOfAnyMachine, OtherCoversAreCompleteAndDifferFromTheCountedOne) {
  RandomMachine machine(3);
  for (int n = 0; n < 20000; ++n) {
    const CoverChoice choice = choose_cover(machine.next(), machine.coin());
    std::set<std::vector<std::size_t>> seen;
    for (const Cover& cover : all_covers(choice)) ASSERT_TRUE(seen.insert(cover.members).second);
    for (const Cover& cover : choice.others) ASSERT_TRUE(cover.complete);
    ASSERT_TRUE(choice.others.empty() || choice.counted->complete);
  }
}

// Members as a set of names: what stays the same when the candidates are reordered.
std::multiset<std::string> described(const Candidates& all, const CoverChoice& choice) {
  std::multiset<std::string> text;
  for (const Cover& cover : all_covers(choice)) {
    std::string line = std::string(to_string(cover.basis)) + (cover.complete ? " complete" : "");
    for (const std::string& id : ids(all, cover)) line += " " + id;
    text.insert(line);
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    text.insert(all[i].id + " is " + std::string(to_string(choice.roles[i])));
  if (choice.counted) text.insert("counted " + std::string(to_string(choice.counted->basis)));
  return text;
}

TEST(CoverOfAnyMachine, DoesNotDependOnTheOrderOfTheCandidates) {
  RandomMachine machine(4);
  for (int n = 0; n < 20000; ++n) {
    Candidates all = machine.next();
    const bool laptop = machine.coin();
    const auto before = described(all, choose_cover(all, laptop));
    std::shuffle(all.begin(), all.end(), machine.random());
    ASSERT_EQ(described(all, choose_cover(all, laptop)), before);
  }
}

TEST(CoverOfAnyMachine, CountsExactlyTheCandidatesWhoseRoleSaysSo) {
  RandomMachine machine(5);
  for (int n = 0; n < 20000; ++n) {
    const Candidates all = machine.next();
    const CoverChoice choice = choose_cover(all, machine.coin());
    ASSERT_EQ(choice.roles.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool member = choice.counted && std::count(choice.counted->members.begin(),
                                                       choice.counted->members.end(), i) == 1;
      ASSERT_EQ(choice.roles[i] == MemberRole::kCounted, member);
    }
  }
}

}  // namespace
}  // namespace joulemark
