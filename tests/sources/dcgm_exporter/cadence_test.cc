#include "sources/dcgm_exporter/cadence.h"

#include <gtest/gtest.h>

namespace joulemark::dcgm_exporter {
namespace {

using namespace std::chrono_literals;

constexpr MonotonicTime kBegin{1h};

// A value that changes every `real`, looked at every `looked`; the moment of the last look.
MonotonicTime play(Cadence& cadence, Duration real, Duration looked, int looks,
                   MonotonicTime from = kBegin) {
  MonotonicTime now = from;
  for (int i = 1; i < looks; ++i) {
    const MonotonicTime before = now;
    now += looked;
    if (now.time_since_epoch() / real != before.time_since_epoch() / real) cadence.changed(now);
  }
  return now;
}

TEST(DcgmCadence, NothingIsFreshBeforeTheFirstChange) {
  Cadence cadence(30s, 1s);
  EXPECT_FALSE(cadence.fresh(kBegin));
  cadence.changed(kBegin);
  EXPECT_TRUE(cadence.fresh(kBegin + 36s));
  EXPECT_FALSE(cadence.fresh(kBegin + 37s));
}

TEST(DcgmCadence, WhatIsSaidHolds) {
  for (const auto& [real, looked] : {std::pair<Duration, Duration>{1s, 1s},
                                     {1003ms, 1s},
                                     {100ms, 1s},
                                     {997ms, 200ms},
                                     {2300ms, 1s},
                                     {30s, 1s},
                                     {1s, 5s}}) {
    Cadence cadence(real, looked);
    const MonotonicTime now = play(cadence, real, looked, 200);
    EXPECT_FALSE(cadence.too_slow()) << real.count() << " " << looked.count();
    EXPECT_TRUE(cadence.fresh(now));
  }
}

// The age of a value would be understated by what it is longer.
TEST(DcgmCadence, ALongerIntervalThanSaidIsFound) {
  for (const Duration real : {2300ms, 5000ms, 30000ms}) {
    Cadence cadence(100ms, 1s);
    const MonotonicTime now = play(cadence, real, 1s, 400);
    ASSERT_TRUE(cadence.too_slow());
    EXPECT_NEAR(seconds(*cadence.too_slow()), seconds(real), 0.3);
    EXPECT_FALSE(cadence.fresh(now));
  }
}

TEST(DcgmCadence, AnInterruptionIsNoInterval) {
  Cadence cadence(1s, 1s);
  const MonotonicTime now = play(cadence, 1s, 1s, 10);
  cadence.interrupted();
  play(cadence, 1s, 1s, 10, now + 40s);
  EXPECT_FALSE(cadence.too_slow());
}

}  // namespace
}  // namespace joulemark::dcgm_exporter
