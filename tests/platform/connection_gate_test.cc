#include "platform/connection_gate.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

TEST(ConnectionGate, LetsSoManyInAndTheOthersInTheirOrder) {
  ConnectionGate gate(2);
  EXPECT_TRUE(gate.enter(1));
  EXPECT_TRUE(gate.enter(2));
  EXPECT_FALSE(gate.enter(3));
  EXPECT_FALSE(gate.enter(4));
  EXPECT_EQ(gate.admit(), std::nullopt);
  gate.leave();
  EXPECT_EQ(gate.admit(), 3U);
  EXPECT_EQ(gate.admit(), std::nullopt);
  gate.leave();
  EXPECT_FALSE(gate.enter(5)) << "4 was there first";
  EXPECT_EQ(gate.admit(), 4U);
}

}  // namespace
}  // namespace joulemark
