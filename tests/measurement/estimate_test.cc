#include "measurement/estimate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "measurement/storage.h"

namespace joulemark {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

SeriesEnergy energy_of(double joules) {
  SeriesEnergy energy;
  energy.energy = joules;
  energy.duration = 10;
  energy.budget = {{"gain", 3, kInfinity, "m/gain", {}}};
  energy.combined = combine(energy.budget);
  return energy;
}

TEST(UnmeasuredPart, IsTheMiddleOfItsLimits) {
  const auto part = unmeasured_part(20, 60, 100, "node-x");
  ASSERT_TRUE(part);
  EXPECT_DOUBLE_EQ(part->energy, 4000.0);
  EXPECT_DOUBLE_EQ(part->of_limits.u, 4000.0 / std::sqrt(12.0));
  EXPECT_EQ(part->of_limits.name, "unmeasured");
  EXPECT_EQ(part->of_limits.group, "unmeasured/node-x");
}

TEST(UnmeasuredPart, RefusesLimitsThatAreNone) {
  for (const double bad : {-1.0, kNan, kInfinity}) {
    EXPECT_FALSE(unmeasured_part(bad, 60, 100, "m"));
    EXPECT_FALSE(unmeasured_part(20, bad, 100, "m"));
    EXPECT_FALSE(unmeasured_part(20, 60, bad, "m"));
  }
  EXPECT_FALSE(unmeasured_part(60, 20, 100, "m"));
  EXPECT_EQ(unmeasured_part(20, 60, 0, "m").error().code, ErrorCode::kInvalid);
}

// N-2: 2300 W x 36/64 ports.
TEST(SharedEquipmentOf, CountsItsPortsInUse) {
  const auto shared = shared_equipment({"leaf", 2300, 36, 64}, 10);
  ASSERT_TRUE(shared);
  EXPECT_NEAR(shared->part.energy, 0.65 * 1293.75 * 10, 1e-9);
  EXPECT_NEAR(shared->part.of_limits.u, 0.35 * 1293.75 * 10 / std::sqrt(3.0), 1e-9);
  EXPECT_EQ(shared->part.of_limits.group, "estimate/leaf");
  EXPECT_NEAR(shared->training_energy, 12937.5, 1e-9);
}

TEST(SharedEquipmentOf, RefusesPortsAndPowersThatAreNone) {
  EXPECT_FALSE(shared_equipment({"m", 100, 0, 64}, 10));
  EXPECT_FALSE(shared_equipment({"m", 100, 65, 64}, 10));
  EXPECT_FALSE(shared_equipment({"m", 100, -1, -1}, 10));
  for (const double bad : {0.0, -1.0, kNan, kInfinity}) {
    EXPECT_FALSE(shared_equipment({"m", bad, 1, 64}, 10));
    EXPECT_FALSE(shared_equipment({"m", 100, 1, 64}, bad));
  }
}

TEST(WithPart, AddsEnergyComponentAndCode) {
  const auto sum = with_part(energy_of(1000), {50, {"unmeasured", 4, kInfinity, "u", {}}});
  ASSERT_TRUE(sum);
  EXPECT_DOUBLE_EQ(sum->energy, 1050.0);
  EXPECT_DOUBLE_EQ(sum->combined.u_c, 5.0);
  EXPECT_TRUE(sum->codes.contains(Code::kEstimatedPart));
}

TEST(WithPart, KeepsARefusalAndRefusesNoNumber) {
  SeriesEnergy refused = energy_of(1000);
  refused.refused = Code::kTooFewSamples;
  EXPECT_DOUBLE_EQ(with_part(refused, {50, {}})->energy, 1000.0);
  EXPECT_FALSE(with_part(energy_of(1000), {kNan, {}}));
  EXPECT_FALSE(with_part(energy_of(1000), {1, {"unmeasured", kNan, kInfinity, "", {}}}));
}

TEST(WithStorage, AKnownStateOfChargeIsSubtracted) {
  const auto charged = with_storage(energy_of(1000), {"bbu", 500, 100.0, 4.0});
  ASSERT_TRUE(charged);
  EXPECT_DOUBLE_EQ(charged->energy, 900.0);
  EXPECT_DOUBLE_EQ(charged->combined.u_c, 5.0);
  EXPECT_TRUE(charged->codes.contains(Code::kStorageInPath));
  EXPECT_DOUBLE_EQ(with_storage(energy_of(1000), {"bbu", 500, -100.0, 4.0})->energy, 1100.0);
}

TEST(WithStorage, AnUnknownOneMayBeAllOfTheCapacity) {
  const auto unknown = with_storage(energy_of(1000), {"bbu", 300, {}, 0.0});
  ASSERT_TRUE(unknown);
  EXPECT_DOUBLE_EQ(unknown->energy, 1000.0);
  EXPECT_DOUBLE_EQ(unknown->budget.back().u, 300 / std::sqrt(3.0));
  EXPECT_EQ(unknown->budget.back().group, "storage/bbu");
  EXPECT_TRUE(unknown->codes.contains(Code::kStorageInPath));
}

TEST(WithStorage, RefusesContradictions) {
  EXPECT_FALSE(with_storage(energy_of(1000), {"bbu", 300, 301.0, 0.0}));
  EXPECT_FALSE(with_storage(energy_of(1000), {"bbu", 300, -301.0, 0.0}));
  EXPECT_FALSE(with_storage(energy_of(1000), {"bbu", 3000, 1001.0, 0.0}));  // E below 0
  for (const double bad : {-1.0, kNan, kInfinity}) {
    EXPECT_FALSE(with_storage(energy_of(1000), {"bbu", bad, {}, 0.0}));
    EXPECT_FALSE(with_storage(energy_of(1000), {"bbu", 300, 1.0, bad}));
  }
  EXPECT_FALSE(with_storage(energy_of(1000), {"bbu", 300, kNan, 0.0}));
  SeriesEnergy refused = energy_of(1000);
  refused.refused = Code::kTooFewSamples;
  EXPECT_EQ(with_storage(refused, {"bbu", 300, {}, 0.0})->refused, Code::kTooFewSamples);
}

}  // namespace
}  // namespace joulemark
