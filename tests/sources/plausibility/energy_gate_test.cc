#include "sources/plausibility/energy_gate.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

using namespace std::chrono_literals;

constexpr MonotonicTime kBegin{1h};
constexpr Watts kCeiling(3000.0);

TEST(EnergyGate, LetsThroughWhatClimbsWithinReason) {
  EnergyGate gate(kCeiling);
  EXPECT_EQ(gate.take(1'000'000, kBegin)->counts, 1'000'000U);
  EXPECT_EQ(gate.take(1'000'000, kBegin + 100ms)->counts, 1'000'000U);
  EXPECT_EQ(gate.take(1'290'000, kBegin + 200ms)->counts, 1'290'000U);
  EXPECT_FALSE(gate.take(1'290'001, kBegin + 300ms)->began_anew);
}

// DCGM#199: one value in a million is nonsense, upwards or downwards.
TEST(EnergyGate, ASingleStrangeValueIsLeftOut) {
  for (const std::uint64_t strange : {8'796'093'022'208ULL, 4ULL}) {
    EnergyGate gate(kCeiling);
    static_cast<void>(gate.take(1'000'000, kBegin));
    EXPECT_FALSE(gate.take(strange, kBegin + 100ms));
    const auto next = gate.take(1'060'000, kBegin + 200ms);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->counts, 1'060'000U);
    EXPECT_FALSE(next->began_anew);
  }
}

TEST(EnergyGate, ACountThatFellAndGoesOnBeganAnew) {
  EnergyGate gate(kCeiling);
  static_cast<void>(gate.take(1'000'000, kBegin));
  EXPECT_FALSE(gate.take(30, kBegin + 100ms));
  const auto anew = gate.take(60'030, kBegin + 200ms);
  ASSERT_TRUE(anew);
  EXPECT_TRUE(anew->began_anew);
  EXPECT_FALSE(gate.take(120'000, kBegin + 300ms)->began_anew) << "once";
}

TEST(EnergyGate, AfterALongSilenceMuchMayHaveBeenGathered) {
  EnergyGate gate(kCeiling);
  static_cast<void>(gate.take(0, kBegin));
  EXPECT_TRUE(gate.take(1'700'000'000, kBegin + 10min));
  EXPECT_FALSE(gate.take(3'600'000'000, kBegin + 20min)) << "1.9 MJ in ten minutes are 3.2 kW";
}

}  // namespace
}  // namespace joulemark
