#include "sources/replay/load.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

namespace joulemark::replay {
namespace {

using namespace std::chrono_literals;

constexpr Nanowatts operator""_W(unsigned long long watts) {
  return static_cast<Nanowatts>(watts) * kNanowattsPerWatt;
}

struct Case {
  const char* name;
  LoadPtr load;
  bool steady = false;  // made of constant pieces: exact to the last attojoule
};

LoadPtr square() { return steps({{1000_W, 835'700'000ns}, {300_W, 534'300'000ns}}, 200ms, true); }
LoadPtr some_bursts() { return bursts({105_W, 590_W, 2300ms, 1100ms, 7}); }
LoadPtr once() { return steps({{100_W, 3s}, {900_W, 7s}, {250_W, 1s}}, 4s, false); }

std::vector<Case> every_kind() {
  return {
      {"constant", constant(517_W), true},
      {"square", square(), true},
      {"steps", once(), true},
      {"repeated steps", steps({{0, 1ns}, {40_W, 3s}, {7_W, 730ms}}, 90s, true), true},
      {"bursts", some_bursts(), true},
      {"ramp", ramp({70_W, 205_W, 3s, 7900ms, false}), false},
      {"falling sawtooth", ramp({1000_W, 3_W, 500ms, 1370ms, true}), false},
      {"sum", sum({square(), some_bursts(), constant(118'500'000'001)}), true},
      {"scale", scale(square(), 1'064'000'000), false},
      {"window", window(square(), 250_W, 12s, 55s), true},
      {"window over all", window(some_bursts(), 250_W, 0s, 24h * 365 * 99), true},
      {"window of sum of scales", window(sum({scale(square(), 500'000'000), once()}), 9_W, 1s, 9s),
       false},
  };
}

const std::vector<Duration> kStarts{0s, 1ns, 12'345'678'901ns, 1'000'000'000s + 17ns,
                                    3'000'000'000s - 1ns};

// Integral by looking at the power alone: halves each cell until the power is the same at both
// ends. No piece of a load here is shorter than a cell but one of 1 ns, which holds 0 W.
Int128 pieces(const Load& load, Duration begin, Duration end) {
  const Nanowatts first = load.power(begin);
  if (end - begin == 1ns || load.power(end - 1ns) == first) return energy_of(first, end - begin);
  const Duration middle = begin + (end - begin) / 2;
  return pieces(load, begin, middle) + pieces(load, middle, end);
}

double midpoints(const Load& load, Duration begin, Duration cell, int cells) {
  long double nanojoules = 0;
  for (int i = 0; i < cells; ++i)
    nanojoules += static_cast<long double>(load.power(begin + cell * i + cell / 2)) * 1e-9L *
                  static_cast<long double>(cell.count());
  return static_cast<double>(nanojoules / 1e9L);
}

TEST(Load, HasTheIntegralThatItsPowerHasToTheLastAttojoule) {
  constexpr Duration kCell = 10ms;
  for (const Case& c : every_kind()) {
    if (!c.steady) continue;
    for (const Duration start : kStarts) {
      Int128 expected = 0;
      for (int i = 0; i < 6000; ++i)
        expected += pieces(*c.load, start + kCell * i, start + kCell * (i + 1));
      const Int128 actual = c.load->energy(start + kCell * 6000) - c.load->energy(start);
      EXPECT_TRUE(actual == expected) << c.name << " from " << start.count()
                                      << " ns: " << to_joules(actual - expected).value() << " J";
    }
  }
}

TEST(Load, AgreesWithNumericalQuadratureTo1e12AtManyPhasesAndFarEpochs) {
  constexpr Duration kCell = 10us;  // divides every edge below
  const std::vector<Case> cases{
      {"ramp", ramp({70_W, 205_W, 3s, 7900ms, false})},
      {"sawtooth", ramp({1000_W, 3_W, 500ms, 1370ms, true})},
      {"scale", scale(square(), 1'064'000'000)},
      {"square", square()},
  };
  for (const Case& c : cases)
    for (const Duration epoch : {0s, 1'000'000'000s, 3'000'000'000s})
      for (int phase = 0; phase < 8; ++phase) {
        const Duration start = epoch + phase * 171'250us;
        const double expected = midpoints(*c.load, start, kCell, 300'000);
        const double actual =
            to_joules(c.load->energy(start + kCell * 300'000) - c.load->energy(start)).value();
        EXPECT_NEAR(actual, expected, 1e-12 * expected) << c.name << " " << start.count();
      }
}

TEST(Load, EarnsEachNanosecondWhatItsPowerSays) {
  std::mt19937_64 random(1);
  for (const Case& c : every_kind())
    for (int i = 0; i < 2000; ++i) {
      const Duration t(std::uniform_int_distribution<std::int64_t>(
          0, i % 2 == 0 ? 100'000'000'000 : 3'000'000'000'000'000'000)(random));
      const Int128 earned = c.load->energy(t + 1ns) - c.load->energy(t);
      const Int128 off = earned - c.load->power(t);
      // A slope moves within the nanosecond, and attojoules are rounded at both ends.
      const Nanowatts moved = std::abs(c.load->power(t + 1ns) - c.load->power(t));
      EXPECT_LE(off < 0 ? -off : off, c.steady ? 0 : 3 + moved / 2) << c.name << " " << t.count();
    }
}

TEST(Load, AddsUpOverAnyChainOfIntervals) {
  std::mt19937_64 random(2);
  for (const Case& c : every_kind()) {
    Duration a{0};
    Int128 chained = 0;
    for (int i = 0; i < 1000; ++i) {
      const Duration b =
          a + Duration(std::uniform_int_distribution<std::int64_t>(0, 3'000'000'000'000)(random));
      chained += c.load->energy(b) - c.load->energy(a);
      a = b;
    }
    EXPECT_TRUE(chained == c.load->energy(a)) << c.name;
    EXPECT_TRUE(c.load->energy(Duration{0}) == 0) << c.name;
  }
}

TEST(Load, KeepsToTheRangeItStates) {
  std::mt19937_64 random(3);
  for (const Case& c : every_kind())
    for (int i = 0; i < 3000; ++i) {
      const Duration t(std::uniform_int_distribution<std::int64_t>(0, 120'000'000'000)(random));
      EXPECT_GE(c.load->power(t), c.load->range().least) << c.name;
      EXPECT_LE(c.load->power(t), c.load->range().most) << c.name;
    }
}

TEST(Load, CountsABillionPeriodsWithoutLosingAnAttojoule) {
  const auto load = steps({{1000_W, 835'700'000ns}, {300_W, 534'300'000ns}}, 200ms, true);
  constexpr std::int64_t kPeriods = 1'000'000'000;
  const Int128 one = energy_of(1000_W, 835'700'000ns) + energy_of(300_W, 534'300'000ns);
  EXPECT_TRUE(load->energy(1370ms * kPeriods + 17ns) - load->energy(17ns) == one * kPeriods);
}

TEST(Steps, HoldTheFirstLevelBeforeAndTheLastAfter) {
  const auto load = once();
  EXPECT_EQ(load->power(0s), 100_W);
  EXPECT_EQ(load->power(6'999'999'999ns), 100_W);
  EXPECT_EQ(load->power(7s), 900_W);
  EXPECT_EQ(load->power(14s), 250_W);
  EXPECT_EQ(load->power(24h * 365), 250_W);
}

TEST(Steps, RepeatFromTheirStartInBothDirections) {
  const auto load = square();
  EXPECT_EQ(load->power(0s), 300_W);  // the first high level begins at 200 ms
  EXPECT_EQ(load->power(199'999'999ns), 300_W);
  EXPECT_EQ(load->power(200ms), 1000_W);
  EXPECT_EQ(load->power(1'035'700'000ns), 300_W);
  EXPECT_EQ(load->power(200ms + 1370ms * 700'000'000), 1000_W);
  EXPECT_EQ(load->power(200ms + 1370ms * 700'000'000 - 1ns), 300_W);
}

TEST(Ramp, RunsStraightAndHoldsAtBothEnds) {
  const auto load = ramp({70_W, 170_W, 3s, 10s, false});
  EXPECT_EQ(load->power(0s), 70_W);
  EXPECT_EQ(load->power(8s), 120_W);
  EXPECT_EQ(load->power(1h), 170_W);
  EXPECT_EQ(to_joules(load->energy(13s)), Joules(3 * 70 + 10 * 120));
}

TEST(Bursts, HaveOneBurstPerCellOfVaryingPlaceAndLength) {
  const auto load = bursts({0, 1_W, 2s, 3s, 11});
  std::set<std::int64_t> lengths;
  for (std::int64_t cell = 1'000'000; cell < 1'000'500; ++cell) {
    const Int128 energy = load->energy(5s * (cell + 1)) - load->energy(5s * cell);
    const double length = to_joules(energy).value();  // 1 W
    EXPECT_GE(length, 0.2);
    EXPECT_LE(length, 3.8);
    lengths.insert(static_cast<std::int64_t>(length * 1000));
    int rises = 0;
    for (Duration t = 5s * cell + 1ms; t < 5s * (cell + 1); t += 1ms)
      rises += load->power(t) > load->power(t - 1ms) ? 1 : 0;
    EXPECT_LE(rises, 1);  // none if the burst opens the cell
  }
  EXPECT_GT(lengths.size(), 300U);
}

TEST(Bursts, AreOnForTheirMeanShareHoweverFarTheEpoch) {
  const auto load = bursts({0, 1_W, 2s, 3s, 11});
  const Duration start = 5s * 400'000'000;
  const double on = to_joules(load->energy(start + 5s * 1'000'000) - load->energy(start)).value();
  EXPECT_NEAR(on, 2e6, 4.0);  // at most twice the spread of one length
}

TEST(Bursts, DifferWithTheSeedAndOnlyWithIt) {
  const auto a = bursts({0, 1_W, 2s, 3s, 11});
  const auto b = bursts({0, 1_W, 2s, 3s, 11});
  const auto c = bursts({0, 1_W, 2s, 3s, 12});
  int same = 0;
  for (int i = 0; i < 1000; ++i) {
    const Duration t = i * 317ms;
    EXPECT_EQ(a->power(t), b->power(t));
    same += a->power(t) == c->power(t) ? 1 : 0;
  }
  EXPECT_LT(same, 700);
}

TEST(Scale, IsExactToTheBillionth) {
  const auto load = scale(constant(1000_W), 1'064'000'001);
  EXPECT_EQ(load->power(5s), 1'064'000'001'000);
  EXPECT_TRUE(load->energy(1'000'000'000s) ==
              static_cast<Int128>(1'064'000'001'000) * Duration(1'000'000'000s).count());
}

TEST(Window, ShowsTheLoadInsideAndIdleOutside) {
  const auto load = window(constant(1000_W), 250_W, 12s, 55s);
  EXPECT_EQ(load->power(12s - 1ns), 250_W);
  EXPECT_EQ(load->power(12s), 1000_W);
  EXPECT_EQ(load->power(55s - 1ns), 1000_W);
  EXPECT_EQ(load->power(55s), 250_W);
  EXPECT_EQ(to_joules(load->energy(60s)), Joules(17 * 250 + 43 * 1000));
}

TEST(Load, TellsHowManyLookUpsItCosts) {
  const auto leaf = square();
  const auto two = sum({leaf, leaf});
  EXPECT_EQ(leaf->parts(), 1U);
  EXPECT_EQ(two->parts(), 3U);
  EXPECT_EQ(window(scale(two, 1), 0, 0s, 1s)->parts(), 5U);
}

}  // namespace
}  // namespace joulemark::replay
