#include "exporter/node_cover.h"

#include <gtest/gtest.h>

#include "tests/fakes/scripted_source.h"

namespace joulemark {
namespace {

const UtcTime kStart(std::chrono::seconds(1'796'000'000));

SensorView view_of(Sensor sensor, double watts, std::uint64_t counts) {
  SensorView out;
  out.text = std::make_shared<SensorText>(std::move(sensor));
  EnergyState state;
  state.start = state.time = kStart;
  state.power = Watts(watts);
  out.state = state;
  if (out.text->sensor.quantity == QuantityKind::kEnergy)
    out.energy = EnergyCount{counts};
  else
    out.energy = Joules(static_cast<double>(counts));
  out.fresh = out.alive = true;
  return out;
}

std::vector<SensorView> two_packages(std::uint64_t a, std::uint64_t b) {
  return {view_of(counter_sensor("package-0", "node/cpu:0"), 100, a),
          view_of(counter_sensor("package-1", "node/cpu:1"), 50, b)};
}

TEST(NodeCovers, AddsTheMembersAndStartsAtZero) {
  NodeCovers covers;
  const auto first = covers.figures(two_packages(5'000'000, 7'000'000));
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(first[0].basis, Basis::kComponents);
  EXPECT_FALSE(first[0].complete);
  EXPECT_EQ(first[0].power, Watts(150));
  EXPECT_EQ(first[0].energy, Joules(0));
  const auto second = covers.figures(two_packages(6'000'000, 9'000'000));
  EXPECT_NEAR(second[0].energy->value(), 3, 1e-12);
}

TEST(NodeCovers, ACoreInsideItsPackageIsNeverAdded) {
  NodeCovers covers;
  auto views = two_packages(0, 0);
  views.push_back(view_of(counter_sensor("core", "node/cpu:0/core"), 40, 0));
  EXPECT_EQ(covers.figures(views)[0].power, Watts(150));
}

TEST(NodeCovers, AChangeOfBasisStartsANewSeriesAndANewCount) {
  NodeCovers covers;
  covers.figures(two_packages(0, 0));
  covers.figures(two_packages(1'000'000, 0));
  auto views = two_packages(2'000'000, 0);
  views.push_back(view_of(power_sensor("psu", "node"), 300, 1000));
  const auto figure = covers.figures(views)[0];
  EXPECT_EQ(figure.basis, Basis::kAcInput);
  EXPECT_EQ(figure.energy, Joules(0));
  EXPECT_EQ(figure.power, Watts(300));
}

TEST(NodeCovers, AMemberThatStartsAnewStartsTheCountAnew) {
  NodeCovers covers;
  covers.figures(two_packages(0, 0));
  covers.figures(two_packages(9'000'000, 0));
  auto views = two_packages(1'000'000, 0);
  views[0].state->start += std::chrono::seconds(10);
  EXPECT_EQ(covers.figures(views)[0].energy, Joules(0));
}

TEST(NodeCovers, WithoutAFreshReadingOfEachMemberThereIsNoFigure) {
  NodeCovers covers;
  auto views = two_packages(0, 0);
  views[1].fresh = false;
  const auto figure = covers.figures(views)[0];
  EXPECT_TRUE(figure.basis);
  EXPECT_FALSE(figure.power);
  EXPECT_FALSE(figure.energy);
}

TEST(NodeCovers, AShortSilenceOfAMemberDoesNotRestartTheCount) {
  NodeCovers covers;
  covers.figures(two_packages(0, 0));
  auto silent = two_packages(0, 0);
  silent[1].fresh = false;
  covers.figures(silent);
  EXPECT_NEAR(covers.figures(two_packages(4'000'000, 0))[0].energy->value(), 4, 1e-12);
}

TEST(NodeCovers, KeepsNodesApart) {
  NodeCovers covers;
  auto views = two_packages(0, 0);
  Sensor other = counter_sensor("package-0");
  other.node = "n2";
  views.push_back(view_of(other, 7, 0));
  const auto figures = covers.figures(views);
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[1].node, "n2");
  EXPECT_EQ(figures[1].power, Watts(7));
}

TEST(NodeCovers, ADeadSensorIsNotCounted) {
  NodeCovers covers;
  auto views = two_packages(0, 0);
  views[1].alive = false;
  EXPECT_EQ(covers.figures(views)[0].power, Watts(100));
}

}  // namespace
}  // namespace joulemark
