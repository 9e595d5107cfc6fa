#include "platform/system_clock.h"

#include <gtest/gtest.h>
#include <sys/timex.h>

#include <algorithm>
#include <thread>

namespace joulemark {
namespace {

using std::chrono::milliseconds;

TEST(SystemClock, TellsTheTimeOfDayAndATimeThatOnlyGrows) {
  const SystemClock clock;
  const auto before = clock.monotonic();
  EXPECT_NEAR(static_cast<double>(clock.now().time_since_epoch().count()) / 1e9,
              static_cast<double>(std::time(nullptr)), 2.0);
  EXPECT_GE(clock.monotonic(), before);
}

// The best of many: on a busy machine any single wait may end late, but never early.
TEST(SystemClock, WaitsUntilTheMomentToAMillisecondAndNeverLess) {
  const SystemClock clock;
  const std::stop_source stop;
  Duration least = std::chrono::hours(1);
  for (int i = 0; i < 100 && least >= milliseconds(1); ++i) {
    const auto moment = clock.monotonic() + milliseconds(5);
    ASSERT_TRUE(clock.wait_until(moment, stop.get_token()));
    const auto late = clock.monotonic() - moment;
    ASSERT_GE(late, Duration(0));
    least = std::min(least, late);
  }
  EXPECT_LT(least, milliseconds(1));
}

TEST(SystemClock, ReturnsAtOnceForAMomentThatHasPassed) {
  const SystemClock clock;
  const auto begin = clock.monotonic();
  EXPECT_TRUE(clock.wait_until(begin - std::chrono::hours(1), {}));
  EXPECT_TRUE(clock.wait_until(begin, {}));
  EXPECT_LT(clock.monotonic() - begin, std::chrono::seconds(5));
}

TEST(SystemClock, WakesAtOnceWhenAStopIsRequested) {
  const SystemClock clock;
  std::stop_source stop;
  const auto begin = clock.monotonic();
  std::thread asks([&] {
    std::this_thread::sleep_for(milliseconds(20));
    stop.request_stop();
  });
  EXPECT_FALSE(clock.wait_until(begin + std::chrono::minutes(1), stop.get_token()));
  EXPECT_LT(clock.monotonic() - begin, std::chrono::seconds(5));
  asks.join();
}

TEST(SystemClock, DoesNotWaitWhenTheStopCameFirst) {
  const SystemClock clock;
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(clock.wait_until(clock.monotonic() + std::chrono::minutes(1), stop.get_token()));
  EXPECT_FALSE(clock.wait_until(clock.monotonic() - milliseconds(1), stop.get_token()));
}

TEST(ClockDiscipline, IsTheKernelsErrorBoundInMicroseconds) {
  timex answer{};
  answer.status = STA_PLL;
  answer.maxerror = 4250;
  const auto discipline = discipline_of(answer);
  EXPECT_TRUE(discipline.synchronized);
  EXPECT_EQ(discipline.error_bound, std::chrono::microseconds(4250));
}

TEST(ClockDiscipline, IsNotSynchronisedWhenTheKernelSaysSo) {
  timex answer{};
  answer.status = STA_PLL | STA_UNSYNC;
  answer.maxerror = 16'000'000;
  EXPECT_FALSE(discipline_of(answer).synchronized);
}

}  // namespace
}  // namespace joulemark
