#include "measurement/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "measurement/window_energy.h"
#include "tests/measurement/vectors.h"

namespace joulemark {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

UncertaintyComponent component(std::string name, double u, std::string group = "") {
  return {std::move(name), u, kInfinity, std::move(group), {}};
}

ComparedSystem system_of(double energy, std::vector<ComparedPart> parts) {
  ComparedSystem system;
  system.energy = energy;
  system.work = 1.0;
  system.work_kind = "output_tokens";
  system.parts = std::move(parts);
  system.supply = Supply::kAc;
  system.boundaries = {Boundary::kAcInput};
  system.cooling = "air";
  system.complete = true;
  system.method_major = 1;
  system.cls = Class::kCrossValidated;
  system.refused = false;
  return system;
}

ComparedSystem of_vector(const json& input, std::size_t index, const std::string& sensor) {
  const SeriesEnergy energy = window_energy(vectors::series_of(input["series"][index]),
                                            vectors::window_of(input), input["clock_half"]);
  ComparedSystem system = system_of(energy.energy, {{sensor, energy.budget}});
  system.work = input["T"][index];
  return system;
}

void expect_vector(const ComparedResult& result, const json& expected) {
  ASSERT_THAT(result.reasons, IsEmpty());
  ASSERT_TRUE(result.ratio);
  EXPECT_TRUE(vectors::agrees(result.ratio->ratio, expected["ratio"]));
  EXPECT_TRUE(vectors::agrees(result.ratio->u, expected["u"]));
  EXPECT_TRUE(vectors::agrees(result.ratio->k, expected["k"]));
  EXPECT_TRUE(vectors::agrees(result.ratio->U, expected["U"]));
  EXPECT_TRUE(vectors::agrees(result.ratio->low, expected["lo"]));
  EXPECT_TRUE(vectors::agrees(result.ratio->high, expected["hi"]));
  EXPECT_EQ(to_string(result.verdict), expected["verdict"].get<std::string>());
}

TEST(Compare, AgreesWithVector33) {
  const json vector = vectors::load("33_compare");
  const json &input = vector["input"], &expected = vector["expected_full"];
  expect_vector(compare(of_vector(input, 0, "a"), of_vector(input, 1, "b")), expected["different"]);
  expect_vector(compare(of_vector(input, 0, "same"), of_vector(input, 1, "same")),
                expected["same_sensor"]);
}

ComparedSystem with_shared_sensor(double energy) {
  return system_of(
      energy,
      {{"pdu-7/3",
        {component("gain", 0.05 * energy, "m/gain"), component("gain_unit", 0.03 * energy),
         component("offset", 0.01 * energy, "m/offset"), component("resolution", 0.003 * energy),
         component("edge", 0.004 * energy, "edge")}}});
}

TEST(Compare, ASystemWithItselfDiffersByNothingButTheUncorrelatedParts) {
  const ComparedSystem system = with_shared_sensor(1000);
  const ComparedResult result = compare(system, system);
  ASSERT_TRUE(result.ratio);
  EXPECT_EQ(result.verdict, Comparison::kTie);
  EXPECT_DOUBLE_EQ(result.ratio->ratio, 1.0);
  EXPECT_NEAR(result.ratio->u, 0.005 * std::sqrt(2.0), 1e-12);  // twice sqrt(0.003^2 + 0.004^2)
}

TEST(Compare, SensorsThatAreNotKnownToBeTheSameDoNotCancel) {
  ComparedSystem unknown = with_shared_sensor(1000), other = unknown;
  unknown.parts[0].sensor.clear();
  other.parts[0].sensor = "pdu-7/4";
  const double all = std::sqrt(2.0 * (0.05 * 0.05 + 0.03 * 0.03 + 0.01 * 0.01 + 0.005 * 0.005));
  EXPECT_NEAR(compare(unknown, unknown).ratio->u, all, 1e-12);
  EXPECT_NEAR(compare(with_shared_sensor(1000), other).ratio->u, all, 1e-12);
}

// The same 10 W matter ten times as much to the smaller of two loads.
TEST(Compare, AnOffsetCancelsOnlyAsFarAsItWeighsTheSameOnBothSides) {
  const auto offset_only = [](double energy) {
    return system_of(energy, {{"s", {component("offset", 10, "m/offset")}}});
  };
  EXPECT_NEAR(compare(offset_only(1000), offset_only(1000)).ratio->u, 0.0, 1e-15);
  const ComparedResult result = compare(offset_only(100), offset_only(1000));
  EXPECT_NEAR(result.ratio->u / result.ratio->ratio, 0.10 - 0.01, 1e-12);
}

TEST(Compare, LatencyOfTheSameSensorDoesNotCancel) {
  const ComparedSystem system = system_of(1000, {{"s", {component("latency", 10, "m/latency")}}});
  EXPECT_NEAR(compare(system, system).ratio->u, 0.01 * std::sqrt(2.0), 1e-12);
}

TEST(Compare, GroupsAddWithinASideAndNotBetweenThem) {
  const ComparedSystem system = system_of(
      1000, {{"", {component("gain", 10, "m/gain")}}, {"", {component("gain", 20, "m/gain")}}});
  EXPECT_NEAR(compare(system, system).ratio->u, 0.03 * std::sqrt(2.0), 1e-12);
}

TEST(Compare, OutagesOfOneSideThatMeetAddAndThoseOfTheOtherAreApart) {
  const UncertaintyComponent gap{"gap", 10, kInfinity, "", Interval{1, 2}};
  const ComparedSystem system = system_of(1000, {{"a", {gap}}, {"b", {gap}}});
  EXPECT_NEAR(compare(system, system).ratio->u, 0.02 * std::sqrt(2.0), 1e-12);
}

TEST(Compare, TheUncertaintyOfTheWorkCountsOnBothSides) {
  ComparedSystem system = system_of(1000, {});
  system.work = 100;
  system.u_work = 3;
  EXPECT_NEAR(compare(system, system).ratio->u, 0.03 * std::sqrt(2.0), 1e-12);
}

TEST(Compare, AliasBoundsWidenTheInterval) {
  ComparedSystem a = with_shared_sensor(1000);
  const double narrow = compare(a, a).ratio->U;
  a.alias_bound = 100;
  EXPECT_NEAR(compare(a, a).ratio->U, std::hypot(narrow, 2 * 0.2 / std::sqrt(3.0)), 1e-12);
}

TEST(Compare, TheVerdictTurnsAroundWithTheSides) {
  const ComparedSystem small = with_shared_sensor(900), large = with_shared_sensor(1000);
  EXPECT_EQ(compare(small, large).verdict, Comparison::kLower);
  EXPECT_EQ(compare(large, small).verdict, Comparison::kHigher);
}

TEST(Compare, ADifferenceWithinTheIntervalIsATieOnEitherSide) {
  const ComparedSystem small = system_of(980, {{"", {component("gain", 15, "m/gain")}}});
  const ComparedSystem large = system_of(1000, {{"", {component("gain", 15, "m/gain")}}});
  EXPECT_EQ(compare(small, large).verdict, Comparison::kTie);
  EXPECT_EQ(compare(large, small).verdict, Comparison::kTie);
}

TEST(Compare, IsTheReciprocalWithTheSidesExchangedAndIgnoresTheOrderOfParts) {
  std::mt19937 random(3);
  std::uniform_real_distribution<> any(0.0, 20.0);
  std::uniform_int_distribution<> pick(0, 4);
  for (int trial = 0; trial < 500; ++trial) {
    const auto some = [&] {
      std::vector<ComparedPart> parts;
      parts.reserve(5);
      for (int i = 0; i < 5; ++i)
        parts.push_back({std::to_string(pick(random)),
                         {component("gain", any(random), "g"), component("offset", any(random)),
                          component("tick", any(random)), component("edge", any(random), "edge")}});
      return system_of(1000 + any(random), parts);
    };
    ComparedSystem a = some();
    const ComparedSystem b = some();
    const ComparedResult ab = compare(a, b), ba = compare(b, a);
    ASSERT_NEAR(ab.ratio->low * ba.ratio->high, 1.0, 1e-9);
    ASSERT_NEAR(ab.ratio->u / ab.ratio->ratio, ba.ratio->u / ba.ratio->ratio, 1e-9);
    std::shuffle(a.parts.begin(), a.parts.end(), random);
    ASSERT_NEAR(compare(a, b).ratio->U, ab.ratio->U, 1e-9);
  }
}

TEST(Compare, WhatWasNotMeasuredAlikeIsNotCompared) {
  const ComparedSystem a = with_shared_sensor(1000);
  using Change = void (*)(ComparedSystem&);
  for (const Change change : std::initializer_list<Change>{
           [](ComparedSystem& s) { s.supply = Supply::kDc; },
           [](ComparedSystem& s) { s.boundaries.insert(Boundary::kPsuOutput); },
           [](ComparedSystem& s) { s.cooling = "liquid"; },
           [](ComparedSystem& s) { s.complete = false; },
           [](ComparedSystem& s) { s.work_kind = "input_tokens"; },
           [](ComparedSystem& s) { s.method_major = 2; },
           [](ComparedSystem& s) { s.cls = Class::kReferenceOnly; },
           [](ComparedSystem& s) { s.refused = true; }}) {
    ComparedSystem b = a;
    change(b);
    for (const ComparedResult& result : {compare(a, b), compare(b, a)}) {
      EXPECT_EQ(to_string(result.verdict), "NOT_COMPARABLE");
      EXPECT_FALSE(result.ratio);
      EXPECT_THAT(result.reasons, SizeIs(1));
    }
  }
}

TEST(Compare, NamesEveryReason) {
  ComparedSystem a = with_shared_sensor(1000), b = a;
  a.refused = true;
  b.cooling = "liquid";
  b.supply = Supply::kDc;
  EXPECT_THAT(compare(a, b).reasons,
              ElementsAre("A is refused or incomplete", "A and B differ in supply",
                          "A and B differ in cooling"));
}

TEST(Compare, RefusesSidesThatAreNoNumbers) {
  const ComparedSystem good = with_shared_sensor(1000);
  using Change = void (*)(ComparedSystem&, double);
  for (const double bad : {kNan, kInfinity, -1.0})
    for (const Change change : std::initializer_list<Change>{
             [](ComparedSystem&s, double x) { s.energy = x; },
             [](ComparedSystem&s, double x) { s.work = x; },
             [](ComparedSystem&s, double x) { s.u_work = x; },
             [](ComparedSystem&s, double x) { s.alias_bound = x; },
             [](ComparedSystem&s, double x) { s.parts[0].budget[0].u = x; }}) {
      ComparedSystem worse = good;
      change(worse, bad);
      EXPECT_EQ(compare(worse, good).verdict, Comparison::kNotComparable);
      EXPECT_FALSE(compare(good, worse).ratio);
    }
  EXPECT_FALSE(compare(system_of(0, {}), good).ratio);
  EXPECT_FALSE(compare(ComparedSystem{}, good).ratio);
  EXPECT_FALSE(compare(system_of(1e300, {}), system_of(1e-300, {})).ratio);
  EXPECT_FALSE(compare(system_of(1, {{"", {component("gain", 1e300)}}}), good).ratio);
}

}  // namespace
}  // namespace joulemark
