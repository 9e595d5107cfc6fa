#include "promapi/chunk_plan.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

TEST(ChunkPlan, CoversTheRangeOnceWithoutHoles) {
  ChunkPlan plan(1000, 3'600'000);
  std::int64_t next = 1000;
  while (const auto piece = plan.piece()) {
    EXPECT_EQ(piece->first, next);
    EXPECT_GE(piece->last, piece->first);
    next = piece->last + 1;
    plan.done(static_cast<std::size_t>(piece->last - piece->first) / 10);
  }
  EXPECT_EQ(next, 3'600'001);
}

TEST(ChunkPlan, KeepsAnswersNearTheAimWhenTheRateIsSteady) {
  ChunkPlan plan(0, 86'400'000);
  std::size_t most = 0, requests = 0, all = 0;
  while (const auto piece = plan.piece()) {
    const auto samples = static_cast<std::size_t>(piece->last - piece->first + 1) * 4;  // 4000/s
    most = std::max(most, samples);
    all += samples;
    ++requests;
    plan.done(samples);
  }
  EXPECT_LE(most, 250'000U);
  EXPECT_LE(requests, all / 200'000 + 5);
}

TEST(ChunkPlan, TakesAShortRangeOfFewSeriesInFewPieces) {
  ChunkPlan plan(0, 724'000);
  int requests = 0;
  while (const auto piece = plan.piece()) {
    plan.done(static_cast<std::size_t>((piece->last - piece->first) / 1000 * 100));
    ++requests;
  }
  EXPECT_LE(requests, 4);
}

TEST(ChunkPlan, HalvesUntilHalfASecond) {
  ChunkPlan plan(0, 100'000);
  int halved = 0;
  while (plan.halve()) ++halved;
  EXPECT_EQ(halved, 3);
  EXPECT_EQ(plan.piece()->last, 499);
}

TEST(ChunkPlan, DoesNotGrowPastWhatTheServerRefused) {
  ChunkPlan plan(0, 1'000'000);
  plan.done(1);
  ASSERT_TRUE(plan.halve());
  const auto length = plan.piece()->last - plan.piece()->first;
  while (const auto piece = plan.piece()) {
    EXPECT_LE(piece->last - piece->first, length);
    plan.done(1);
  }
}

TEST(ChunkPlan, HasNoPieceForAnEmptyRange) { EXPECT_FALSE(ChunkPlan(5, 4).piece()); }

}  // namespace
}  // namespace joulemark
