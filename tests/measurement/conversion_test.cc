#include "measurement/conversion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "measurement/distribution.h"
#include "measurement/recombine.h"

namespace joulemark {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

SeriesEnergy energy_of(double joules, double u) {
  SeriesEnergy energy;
  energy.energy = joules;
  energy.duration = 10;
  energy.budget = {{"gain", u, kInfinity, "m/gain", {}}};
  energy.combined = combine(energy.budget);
  energy.alias_bound = 7;
  energy.filled = 20;
  return energy;
}

EfficiencyLimits limits(double low, double high) { return {low, high, kInfinity, "psu"}; }

TEST(DcToAc, ScalesEnergyComponentsAndAliasBound) {
  const auto ac = dc_to_ac(energy_of(800, 8), limits(0.8, 0.8));
  ASSERT_TRUE(ac);
  EXPECT_DOUBLE_EQ(ac->energy, 1000.0);
  EXPECT_DOUBLE_EQ(ac->combined.u_c, 10.0);
  EXPECT_DOUBLE_EQ(ac->alias_bound, 8.75);
  EXPECT_DOUBLE_EQ(ac->filled, 25.0);
  EXPECT_EQ(ac->budget.back().name, "efficiency");
  EXPECT_EQ(ac->budget.back().group, "efficiency/psu");
  EXPECT_DOUBLE_EQ(ac->budget.back().u, 0.0);
}

TEST(DcToAc, TheAliasedHeadlineGrowsToo) {
  SeriesEnergy aliased = energy_of(800, 8);
  aliased.codes = {Code::kAliasRisk};
  const auto ac = dc_to_ac(aliased, limits(0.9, 0.95));
  EXPECT_DOUBLE_EQ(ac->headline_U, safe_uncertainty(ac->combined.U, ac->alias_bound));
}

// Truth anywhere between the limits lies within the rectangular half-width.
TEST(ConversionFactor, CoversEveryEfficiencyBetweenItsLimits) {
  const auto m = dc_to_ac_factor(limits(0.9, 0.96));
  const auto dc = ac_to_dc_factor(limits(0.9, 0.96));
  for (double eta = 0.9; eta <= 0.96; eta += 0.001) {
    EXPECT_LE(std::abs(m->value - 1.0 / eta), m->u * std::sqrt(3.0) + 1e-12);
    EXPECT_LE(std::abs(dc->value - eta), dc->u * std::sqrt(3.0) + 1e-12);
  }
  EXPECT_DOUBLE_EQ(dc->value, 0.93);
  EXPECT_DOUBLE_EQ(dc->U, 2.0 * dc->u);
}

TEST(ConversionFactor, FewDegreesOfFreedomWidenU) {
  EXPECT_DOUBLE_EQ(ac_to_dc_factor({0.9, 0.96, 4.0, ""})->U,
                   2.776 * ac_to_dc_factor(limits(0.9, 0.96))->u);
}

TEST(AcToDc, AnUnusualFactorSaysSo) {
  const auto has_code = [](double low, double high) {
    return ac_to_dc(energy_of(1000, 1), limits(low, high))
        ->codes.contains(Code::kEfficiencyUnusual);
  };
  EXPECT_TRUE(has_code(0.80, 0.88));
  EXPECT_FALSE(has_code(0.82, 0.88));
  EXPECT_FALSE(has_code(0.96, 0.97));
  EXPECT_TRUE(has_code(0.97, 0.99));
  EXPECT_TRUE(dc_to_ac(energy_of(1000, 1), limits(0.5, 0.6))->codes.empty());
}

TEST(Conversion, RefusesLimitsThatAreNone) {
  for (const auto& bad :
       {limits(0, 0.9), limits(0.95, 0.9), limits(0.9, 1.01), limits(-0.5, 0.9), limits(kNan, 0.9),
        limits(0.9, kNan), EfficiencyLimits{0.9, 0.95, kNan, ""}}) {
    EXPECT_FALSE(dc_to_ac_factor(bad));
    EXPECT_FALSE(ac_to_dc_factor(bad));
    EXPECT_FALSE(dc_to_ac(energy_of(1, 1), bad));
    EXPECT_EQ(ac_to_dc(energy_of(1, 1), bad).error().code, ErrorCode::kInvalid);
  }
}

TEST(Conversion, ARefusedEnergyStaysRefusedAndNoNumberIsRefused) {
  SeriesEnergy refused = energy_of(100, 1);
  refused.refused = Code::kTooFewSamples;
  for (const auto& result :
       {dc_to_ac(refused, limits(0.9, 0.9)), ac_to_dc(refused, limits(0.5, 0.5)),
        before_distribution(refused, {})}) {
    ASSERT_TRUE(result);
    EXPECT_EQ(result->refused, Code::kTooFewSamples);
    EXPECT_DOUBLE_EQ(result->energy, 100.0);
  }
  EXPECT_FALSE(dc_to_ac(energy_of(kNan, 1), limits(0.9, 0.9)));
  EXPECT_FALSE(ac_to_dc(energy_of(1, kNan), limits(0.9, 0.9)));
  EXPECT_FALSE(dc_to_ac(energy_of(1.7e308, 1), limits(0.1, 0.1)));
}

TEST(BeforeDistribution, AddsHalfTheLimitsAndTheirSpread) {
  const auto up = before_distribution(energy_of(1000, 10), {0.0, 0.02, "rack"});
  ASSERT_TRUE(up);
  EXPECT_DOUBLE_EQ(up->energy, 1010.0);
  EXPECT_DOUBLE_EQ(up->budget[0].u, 10.1);
  EXPECT_DOUBLE_EQ(up->budget[1].u, 10.0 / std::sqrt(3.0));
  EXPECT_EQ(up->budget[1].group, "distribution/rack");
}

TEST(BeforeDistribution, RefusesLossesThatAreNone) {
  for (const DistributionLoss& bad :
       {DistributionLoss{-0.1, 0.1, ""}, DistributionLoss{0.2, 0.1, ""},
        DistributionLoss{0.0, 1.0, ""}, DistributionLoss{kNan, 0.1, ""},
        DistributionLoss{0.0, kNan, ""}})
    EXPECT_EQ(before_distribution(energy_of(1, 1), bad).error().code, ErrorCode::kInvalid);
}

TEST(Recombined, RefusesNegativeEnergyAndNumbersThatAreNone) {
  EXPECT_TRUE(recombined(energy_of(1, 1)));
  EXPECT_FALSE(recombined(energy_of(-1, 1)));
  EXPECT_FALSE(recombined(energy_of(1, -1)));
  SeriesEnergy aliased = energy_of(1, 1);
  aliased.codes = {Code::kAliasRisk};
  aliased.alias_bound = kInfinity;
  EXPECT_FALSE(recombined(aliased));
}

}  // namespace
}  // namespace joulemark
