#include "exporter/pacing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace joulemark {
namespace {

using namespace std::chrono_literals;

constexpr MonotonicTime kStart{1'000'000s};

TEST(Pacing, TakesOneMomentPerStratumInOrder) {
  Pacing pacing(100ms, Moments::kRandom, 1);
  MonotonicTime now = kStart;
  for (std::int64_t k = 0; k < 10'000; ++k) {
    const MonotonicTime moment = pacing.next(now);
    ASSERT_GE(moment, kStart + k * 100ms);
    ASSERT_LT(moment, kStart + (k + 1) * 100ms);
    now = std::max(now, moment);
  }
}

TEST(Pacing, MomentsAreUniformInTheirStratum) {
  constexpr int kDraws = 100'000;
  constexpr int kBins = 20;
  Pacing pacing(100ms, Moments::kRandom, 4711);
  std::vector<int> bins(kBins);
  MonotonicTime now = kStart;
  for (int k = 0; k < kDraws; ++k) {
    now = pacing.next(now);
    const Duration offset = now.time_since_epoch() % Duration(100ms);
    ++bins[static_cast<std::size_t>(offset / 5ms)];
  }
  double chi2 = 0;
  for (const int count : bins) chi2 += std::pow(count - kDraws / kBins, 2) / (kDraws / kBins);
  EXPECT_LT(chi2, 43.8);  // chi-square, 19 degrees of freedom, 0.1 %
}

TEST(Pacing, SuccessiveOffsetsAreIndependent) {
  Pacing pacing(100ms, Moments::kRandom, 99);
  std::vector<double> offsets;
  MonotonicTime now = kStart;
  for (int k = 0; k < 20'000; ++k) {
    now = pacing.next(now);
    offsets.push_back(seconds(now.time_since_epoch() % Duration(100ms)) / 0.1 - 0.5);
  }
  double product = 0;
  for (std::size_t i = 1; i < offsets.size(); ++i) product += offsets[i] * offsets[i - 1];
  const double correlation = product / static_cast<double>(offsets.size()) * 12;
  EXPECT_LT(std::abs(correlation), 0.025);
}

TEST(Pacing, DifferentSeedsGiveDifferentMoments) {
  Pacing one(1s, Moments::kRandom, 1), other(1s, Moments::kRandom, 2);
  EXPECT_NE(one.next(kStart), other.next(kStart));
}

TEST(Pacing, PeriodicMomentsLieOnTheGrid) {
  Pacing pacing(100ms, Moments::kPeriodic, 0);
  EXPECT_EQ(pacing.next(kStart + 30ms), kStart);  // the stratum that runs has had no read yet
  EXPECT_EQ(pacing.next(kStart + 30ms), kStart + 100ms);
}

TEST(Pacing, SkipsStrataThatHaveEndedInsteadOfMakingUpForThem) {
  Pacing pacing(100ms, Moments::kPeriodic, 0);
  pacing.next(kStart);
  EXPECT_EQ(pacing.next(kStart + 5s + 10ms), kStart + 5s);
  EXPECT_EQ(pacing.next(kStart + 5s + 20ms), kStart + 5s + 100ms);
}

TEST(Backoff, DoublesUpToItsLimitAndStartsAgain) {
  Backoff wait(1s, 5s);
  EXPECT_EQ(wait.next(), 1s);
  EXPECT_EQ(wait.next(), 2s);
  EXPECT_EQ(wait.next(), 4s);
  EXPECT_EQ(wait.next(), 5s);
  wait.reset();
  EXPECT_EQ(wait.next(), 1s);
}

}  // namespace
}  // namespace joulemark
