#include "sources/redfish/poll/value_watch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace joulemark::redfish {
namespace {

using namespace std::chrono_literals;

// Polled every `interval`; what stands there at a time is the text.
ValueWatch polled(Duration interval, int times, const std::function<std::string(Duration)>& text) {
  ValueWatch out;
  for (int i = 0; i < times; ++i)
    out.add(MonotonicTime(1h + i * interval), *parse_number(text(i * interval)));
  return out;
}

// A value that is another one every `update`.
std::string busy(Duration at, Duration update) {
  const auto n = at / update;
  return std::to_string(400 + (n * 37) % 101);
}

TEST(RedfishValueWatch, FindsTheIntervalOfUpdatesThatPollsSeeOnTheirOwnGrid) {
  for (const Duration update : {Duration(1s), Duration(1300ms), Duration(2s), Duration(10s)}) {
    const auto watch = polled(700ms, 700, [&](Duration t) { return busy(t, update); });
    ASSERT_TRUE(watch.update_interval());
    EXPECT_NEAR(seconds(*watch.update_interval()), seconds(update), 0.06 * seconds(update));
    EXPECT_FALSE(watch.slower_than(update));
    EXPECT_TRUE(watch.slower_than(update / 3));
  }
}

TEST(RedfishValueWatch, NeedsManyChangesToCallAnybodyALiar) {
  const auto watch = polled(1s, 300, [](Duration t) { return busy(t, 10s); });
  EXPECT_TRUE(watch.update_interval());
  EXPECT_FALSE(watch.slower_than(1s));
}

TEST(RedfishValueWatch, ALoadThatStandsStillTellsNothing) {
  const auto flat = polled(1s, 500, [](Duration) { return "400"; });
  EXPECT_EQ(flat.update_interval(), std::nullopt);
  const auto flips = polled(1s, 500, [](Duration t) { return t / 20s % 2 == 0 ? "400" : "401"; });
  EXPECT_EQ(flips.update_interval(), std::nullopt) << "one step is what noise makes";
}

TEST(RedfishValueWatch, AQuietValueIsNotASlowOne) {
  std::mt19937 random(7);
  std::exponential_distribution<double> pause(1.0 / 30.0);
  ValueWatch watch;
  double next = 0.0;
  int watts = 400;
  for (int t = 0; t < 3600; ++t) {
    if (t >= next) {
      watts += watts % 2 == 0 ? 3 : -5;
      next = t + pause(random);
    }
    watch.add(MonotonicTime(1h + t * 1s), *parse_number(std::to_string(watts)));
  }
  EXPECT_FALSE(watch.slower_than(2s));
}

TEST(RedfishValueWatch, APauseDoesNotSlowItDown) {
  const auto watch = polled(
      1s, 200, [](Duration t) { return t > 30s && t < 150s ? std::string("900") : busy(t, 2s); });
  EXPECT_NEAR(seconds(*watch.update_interval()), 2.0, 0.2);
}

TEST(RedfishValueWatch, FindsStepsThatAreCoarserThanTheDigits) {
  const auto fours = polled(1s, 50, [](Duration t) { return std::to_string(t / 1s * 28 % 100); });
  EXPECT_DOUBLE_EQ(fours.step(), 4.0);
  const auto tenths = polled(1s, 5, [](Duration t) { return std::to_string(t / 1s) + ".5"; });
  EXPECT_DOUBLE_EQ(tenths.step(), 0.1) << "too few changes to know better";
}

TEST(RedfishValueWatch, DigitsOfAConversionAreNone) {
  const auto watch = polled(1s, 3, [](Duration) { return "91.0000026"; });
  EXPECT_EQ(watch.decimals(), std::nullopt);
  const auto mixed = polled(1s, 2, [](Duration t) { return t == 0s ? "97" : "97.25"; });
  EXPECT_EQ(mixed.decimals(), 2);
}

}  // namespace
}  // namespace joulemark::redfish
