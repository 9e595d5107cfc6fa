#include "sources/replay/fault.h"

#include <gtest/gtest.h>

namespace joulemark::replay {
namespace {

using namespace std::chrono_literals;

TEST(Fault, LastsFromItsBeginUntilBeforeItsEnd) {
  const Fault fault{FaultKind::kGap, 20s, 2s, 0s, 0s, 0.0};
  EXPECT_FALSE(fault.active_since(20s - 1ns));
  EXPECT_EQ(fault.active_since(20s), Duration(20s));
  EXPECT_EQ(fault.active_since(22s - 1ns), Duration(20s));
  EXPECT_FALSE(fault.active_since(22s));
  EXPECT_EQ(fault.last_begin(100s), Duration(20s));
}

TEST(Fault, ComesBackAfterEvery) {
  const Fault fault{FaultKind::kGap, 20s, 2s, 7s, 0s, 0.0};
  EXPECT_FALSE(fault.last_begin(13s)) << "not before its first time";
  EXPECT_EQ(fault.active_since(28s), Duration(27s));
  EXPECT_FALSE(fault.active_since(29s));
  EXPECT_EQ(fault.last_begin(33s), Duration(27s));
  EXPECT_EQ(fault.active_since(20s + 7s * 100'000'000), Duration(20s + 7s * 100'000'000));
}

TEST(Fault, IsFoundByKindAmongOthers) {
  const std::vector<Fault> faults{{FaultKind::kGap, 20s, 2s, 0s, 0s, 0.0},
                                  {FaultKind::kZero, 20s, 5s, 0s, 0s, 0.0},
                                  {FaultKind::kZero, 40s, 5s, 0s, 0s, 0.0}};
  EXPECT_EQ(find_active(faults, FaultKind::kZero, 41s), &faults[2]);
  EXPECT_EQ(find_active(faults, FaultKind::kGap, 21s), &faults[0]);
  EXPECT_EQ(find_active(faults, FaultKind::kGap, 23s), nullptr);
  EXPECT_EQ(find_active(faults, FaultKind::kFreeze, 21s), nullptr);
}

}  // namespace
}  // namespace joulemark::replay
