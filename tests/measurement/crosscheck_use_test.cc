// What a cross-check allows (METHOD, L-6) and the acceptance procedure of MLPerf Training.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "measurement/corroboration.h"
#include "measurement/crosscheck_correction.h"
#include "measurement/crosscheck_fleet.h"
#include "measurement/crosscheck_training.h"
#include "measurement/crosscheck_transfer.h"
#include "measurement/crosscheck_validity.h"
#include "tests/measurement/made_crosscheck.h"
#include "tests/measurement/made_series.h"
#include "tests/measurement/vectors.h"

namespace joulemark {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using Values = std::vector<double>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

CrosscheckInput input_of(const json& input) {
  CrosscheckInput result;
  const LevelKind kinds[] = {LevelKind::kIdle, LevelKind::kSteady, LevelKind::kWorkload};
  for (std::size_t i = 0; i < input["levels"].size(); ++i)
    result.levels.push_back({std::to_string(i), kinds[i], input["levels"][i][0].get<Values>(),
                             input["levels"][i][1].get<Values>(), 0.0, 0.0});
  result.reference = {input["E1"], input["U1"]};
  result.validated = {input["E2"], input["U2"]};
  result.ratio = {input["rho"], input["u_rho"]};
  return result;
}

TEST(Corroborate, AgreesWithVector32) {
  const json vector = vectors::load("32_corroborated_transfer");
  const json& expected = vector["expected_full"];
  const auto result = corroborate(input_of(vector["input"]));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->agrees, expected["agrees"].get<bool>());
  EXPECT_EQ(result->corroborated, expected["corroborated"].get<bool>());
  EXPECT_TRUE(vectors::agrees(result->energy, expected["E"]));
  EXPECT_TRUE(vectors::agrees(result->U, expected["U"]));
  EXPECT_TRUE(vectors::agrees(result->mean_r, expected["mean_r"]));
  ASSERT_THAT(result->levels, SizeIs(expected["levels"].size()));
  for (std::size_t i = 0; i < result->levels.size(); ++i) {
    const Equivalence& e = result->levels[i].equivalence;
    EXPECT_TRUE(vectors::agrees(e.ratio(), expected["levels"][i]["ratio"]));
    EXPECT_TRUE(vectors::agrees(e.n_eff, expected["levels"][i]["n_eff"]));
    EXPECT_TRUE(vectors::agrees(e.low(), expected["levels"][i]["lo"]));
    EXPECT_TRUE(vectors::agrees(e.high(), expected["levels"][i]["hi"]));
    EXPECT_EQ(e.within(kGrade5), expected["levels"][i]["equivalent"].get<bool>());
  }
}

TEST(Corroborate, NeedsAgreementOnEveryLevelAndAUWithinTheLimit) {
  const CrosscheckInput honest = made::crosscheck_input(1, {});
  EXPECT_TRUE(corroborate(honest)->corroborated);
  CrosscheckInput wide = honest;
  wide.reference.U = 0.08 * wide.reference.energy;
  EXPECT_TRUE(corroborate(wide)->agrees);
  EXPECT_FALSE(corroborate(wide)->corroborated);
  CrosscheckInput one_off = honest;
  for (double& block : one_off.levels[0].validated) block *= 1.06;
  EXPECT_FALSE(corroborate(one_off)->agrees);
}

TEST(Corroborate, NeverStatesLessThanThreePercentOrTheDifference) {
  CrosscheckInput input = made::crosscheck_input(1, {0.96, 0.0, 0.001});
  const auto result = corroborate(input);
  EXPECT_NEAR(result->U / result->energy, 0.0408, 0.002);
  input = made::crosscheck_input(1, {});
  input.reference.U = 0.005 * input.reference.energy;
  input.validated.U = 0.005 * input.validated.energy;
  EXPECT_DOUBLE_EQ(corroborate(input)->U, 0.03 * input.reference.energy);
}

TEST(Corroborate, RefusesWhatACrosscheckRefuses) {
  CrosscheckInput input = made::crosscheck_input(1, {});
  input.levels.pop_back();
  EXPECT_FALSE(corroborate(input));
  input = made::crosscheck_input(1, {});
  input.levels[1].reference[0] = kNan;
  EXPECT_FALSE(corroborate(input));
  input = made::crosscheck_input(1, {});
  input.reference.energy = 0.0;
  EXPECT_FALSE(corroborate(input));
}

TEST(Transfer, AgreesWithVector32) {
  const json vector = vectors::load("32_corroborated_transfer");
  const json &input = vector["input"], &expected = vector["expected_full"]["transfer"];
  const auto result = transfer(input["mean_r"].get<Values>(), input["u_ref"], "pdu", "bmc-x");
  ASSERT_TRUE(result);
  EXPECT_TRUE(vectors::agrees(result->factor, expected["correction"]));
  EXPECT_TRUE(vectors::agrees(result->s_unit, expected["s_u"]));
  EXPECT_TRUE(vectors::agrees(result->u_relative, expected["u_rel"]));
  EXPECT_TRUE(vectors::agrees(result->dof, expected["nu"]));
  EXPECT_TRUE(vectors::agrees(result->k, expected["k"]));
  EXPECT_TRUE(vectors::agrees(result->U_relative, expected["U_rel"]));
  EXPECT_TRUE(result->gives_class);
}

TEST(Transfer, InATotalTheReferenceAndTheModelAreCommonAndTheUnitIsItsOwn) {
  const auto result = transfer(Values{-0.01, 0.0, 0.01, 0.02, -0.02}, 0.005, "pdu", "bmc-x");
  ASSERT_THAT(result->in_total, SizeIs(3));
  EXPECT_EQ(result->in_total[0].group, "reference/pdu");
  EXPECT_EQ(result->in_total[1].group, "crosscheck/bmc-x");
  EXPECT_EQ(result->in_total[2].group, "");
  EXPECT_NEAR(combine(result->in_total).u_c, result->u_relative, 1e-15);
}

TEST(Transfer, FewerThanFiveUnitsGiveNoClassAndFewerThanTwoNothing) {
  EXPECT_FALSE(transfer(Values{0.01, 0.02, 0.0, 0.01}, 0.005, "", "")->gives_class);
  EXPECT_FALSE(transfer(Values{0.01}, 0.005, "", ""));
  EXPECT_FALSE(transfer({}, 0.005, "", ""));
  for (const double bad : {kNan, kInfinity}) {
    EXPECT_FALSE(transfer(Values{0.01, bad}, 0.005, "", ""));
    EXPECT_FALSE(transfer(Values{0.01, 0.0}, bad, "", ""));
  }
  EXPECT_FALSE(transfer(Values{0.01, 0.0}, -0.1, "", ""));
}

UnitCorrection correction() {
  return {{{300, 0.01, 0.002, 4}, {900, 0.03, 0.001, 9}}, 0.005, 0.0017, "pdu"};
}

TEST(FactorAt, IsLinearInPowerBetweenLevelsAndAsUncertainAsTheWorseOfThem) {
  EXPECT_DOUBLE_EQ(factor_at(correction(), 300)->factor, std::exp(0.01));
  EXPECT_DOUBLE_EQ(factor_at(correction(), 900)->factor, std::exp(0.03));
  const auto middle = factor_at(correction(), 600);
  EXPECT_DOUBLE_EQ(middle->factor, 0.5 * (std::exp(0.01) + std::exp(0.03)));
  EXPECT_DOUBLE_EQ(middle->u_scatter, 0.002);
  EXPECT_DOUBLE_EQ(middle->dof, 4.0);
  UnitCorrection turned = correction();
  std::swap(turned.points[0].u_scatter, turned.points[1].u_scatter);
  std::swap(turned.points[0].dof, turned.points[1].dof);
  EXPECT_DOUBLE_EQ(factor_at(turned, 600)->u_scatter, 0.002);
  EXPECT_DOUBLE_EQ(factor_at(turned, 600)->dof, 4.0);
  EXPECT_DOUBLE_EQ(middle->u_relative, std::hypot(0.005, 0.002, 0.0017));
}

TEST(FactorAt, OutsideTheTestedLevelsThereIsNone) {
  for (const double watts : {299.0, 901.0})
    EXPECT_EQ(factor_at(correction(), watts).error().code, ErrorCode::kNotPresent);
  for (const double watts : {0.0, -1.0, kNan, kInfinity})
    EXPECT_FALSE(factor_at(correction(), watts)) << watts;
  EXPECT_FALSE(factor_at({}, 500));
  UnitCorrection unsorted = correction();
  std::swap(unsorted.points[0], unsorted.points[1]);
  EXPECT_EQ(factor_at(unsorted, 500).error().code, ErrorCode::kInvalid);
}

SeriesEnergy sensor_energy(double watts) {
  SeriesEnergy energy;
  energy.duration = 100;
  energy.energy = watts * energy.duration;
  energy.budget = {{"gain", 0.05 * energy.energy, 12.5, "m/gain", {}},
                   {"offset", 100, 12.5, "m/offset", {}},
                   {"edge", 10, kInfinity, "edge", {}}};
  energy.combined = combine(energy.budget);
  energy.headline_U = energy.combined.U;
  return energy;
}

// Validated in a cross-check with an injected gain error, the sensor reads the truth again.
TEST(Corrected, UndoesTheInjectedGain) {
  const CrosscheckInput input = made::crosscheck_input(7, {0.98, 0.0, 0.001});
  const auto unit = unit_correction(*crosscheck(input), input.ratio, 0.003, "pdu");
  ASSERT_TRUE(unit) << unit.error().message;
  const double truth = 700 * 100;
  const auto energy = corrected(sensor_energy(0.98 * 700), *unit);
  ASSERT_TRUE(energy);
  EXPECT_NEAR(energy->energy, truth, energy->headline_U);
  EXPECT_LT(energy->headline_U, 0.012 * truth);
  EXPECT_EQ(std::count_if(energy->budget.begin(), energy->budget.end(),
                          [](const auto& line) { return line.name == "gain"; }),
            0);
  EXPECT_TRUE(std::any_of(energy->budget.begin(), energy->budget.end(),
                          [](const auto& line) { return line.group == "reference/pdu"; }));
}

TEST(Corrected, KeepsARefusalAndRefusesALoadThatWasNotTested) {
  SeriesEnergy refused = sensor_energy(500);
  refused.refused = Code::kGapOverLimit;
  EXPECT_EQ(corrected(refused, correction())->refused, Code::kGapOverLimit);
  EXPECT_EQ(corrected(sensor_energy(1500), correction()).error().code, ErrorCode::kNotPresent);
  SeriesEnergy no_time = sensor_energy(500);
  no_time.duration = 0;
  EXPECT_FALSE(corrected(no_time, correction()));
}

TEST(UnitCorrectionOf, NeedsAVerdictThatAgrees) {
  CrosscheckResult result = *crosscheck(made::crosscheck_input(7, {}));
  EXPECT_TRUE(unit_correction(result, {}, 0.003, "pdu"));
  for (const double bad : {-1.0, kNan, kInfinity})
    EXPECT_FALSE(unit_correction(result, {}, bad, "pdu"));
  EXPECT_FALSE(unit_correction(result, {kNan, 0}, 0.003, "pdu"));
  CrosscheckResult same = result;
  same.levels[1].watts = same.levels[0].watts;
  EXPECT_FALSE(unit_correction(same, {}, 0.003, "pdu"));
  for (const auto verdict : {CrosscheckVerdict::kInconclusive, CrosscheckVerdict::kDisagree}) {
    result.verdict = verdict;
    EXPECT_FALSE(unit_correction(result, {}, 0.003, "pdu"));
  }
}

TEST(ExpandedByBias, HoldsTheBiasInFull) {
  EXPECT_NEAR(*expanded_by_bias(10, 1000, std::log(1.02)), 30.0, 1e-9);
  EXPECT_NEAR(*expanded_by_bias(10, 1000, std::log(0.98)), 30.0, 1e-9);
  for (const double bad : {-1.0, kNan, kInfinity}) {
    EXPECT_FALSE(expanded_by_bias(bad, 1000, 0));
    EXPECT_FALSE(expanded_by_bias(10, bad, 0));
  }
  EXPECT_FALSE(expanded_by_bias(10, 1000, kNan));
  EXPECT_FALSE(expanded_by_bias(10, 1000, 1e3));
}

TEST(Fleet, AllowsOneInTwentyAboveOneAndNoneFarAbove) {
  Values en(40, 0.5);
  en[0] = en[1] = 1.2;
  EXPECT_TRUE(fleet(en)->passes);
  en[2] = 1.01;
  EXPECT_FALSE(fleet(en)->passes);
  EXPECT_EQ(fleet(en)->above_one, 3u);
  Values far(100, 0.1);
  far[0] = 1.51;
  EXPECT_FALSE(fleet(far)->passes);
  EXPECT_EQ(fleet(far)->far_above, 1u);
  far[0] = 1.5;
  EXPECT_TRUE(fleet(far)->passes);
}

TEST(Fleet, RefusesNoUnitsAndNoNumbers) {
  EXPECT_FALSE(fleet({}));
  for (const double bad : {-0.1, kNan, kInfinity}) EXPECT_FALSE(fleet(Values{0.5, bad}));
}

UtcTime day(int year, unsigned month, unsigned d) {
  return std::chrono::sys_days(std::chrono::year(year) / std::chrono::month(month) /
                               std::chrono::day(d)) +
         std::chrono::hours(12);
}

TEST(ValidUntil, IsTheSameDayNextYear) {
  EXPECT_EQ(valid_until(day(2026, 11, 30)), day(2027, 11, 30));
  EXPECT_EQ(valid_until(day(2028, 2, 29)), day(2029, 2, 28));
}

TEST(SpeaksFor, TheSameModelFirmwareRangeAndYearOnly) {
  const CrosscheckScope scope{"bmc-x", "1.2", day(2026, 1, 1), 300, 1000};
  const CrosscheckUse good{"bmc-x", "1.2", day(2026, 6, 1), day(2026, 6, 2), 300, 1000};
  EXPECT_TRUE(speaks_for(scope, good));
  const auto refused = [&](void (*change)(CrosscheckUse&), const char* why) {
    CrosscheckUse use = good;
    change(use);
    const auto result = speaks_for(scope, use);
    ASSERT_FALSE(result) << why;
    EXPECT_THAT(result.error().message, HasSubstr(why));
  };
  refused([](auto& u) { u.model = "bmc-y"; }, "another model");
  refused([](auto& u) { u.firmware = "1.3"; }, "another firmware");
  refused([](auto& u) { u.firmware.clear(); }, "another firmware");
  refused([](auto& u) { u.end = day(2027, 1, 2); }, "older than 12 months");
  refused([](auto& u) { u.begin = day(2025, 12, 31); }, "before it was made");
  refused([](auto& u) { u.end = day(2026, 5, 1); }, "before it was made");
  refused([](auto& u) { u.high_watts = 1001; }, "power range");
  refused([](auto& u) { u.low_watts = 299; }, "power range");
  refused([](auto& u) { u.low_watts = kNan; }, "not known");
  EXPECT_FALSE(speaks_for({"", "", {}, 0, 0}, {"", "", {}, {}, 0, 0}));
  EXPECT_FALSE(speaks_for({"m", "f", day(2026, 1, 1), kNan, kNan},
                          {"m", "f", day(2026, 1, 2), day(2026, 1, 3), 1, 2}));
}

TrainingLevel training(const char* name, bool idle, double reference, double validated) {
  return {name, idle, Values(5, reference), Values(5, validated)};
}

TEST(TrainingAcceptanceOf, ComparesOlympicMeansLevelByLevel) {
  std::vector<TrainingLevel> levels = {training("idle", true, 100, 104),
                                       training("bert", false, 500, 480),
                                       training("resnet", false, 800, 800)};
  levels[0].validated = {1, 104, 104, 104, 1e6};  // the extremes do not count
  const auto result = training_acceptance(levels);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->accepted);
  EXPECT_DOUBLE_EQ(result->levels[0].difference, 0.04);
  EXPECT_DOUBLE_EQ(result->levels[1].difference, -0.04);
  EXPECT_FALSE(training_acceptance(levels, 0.03)->accepted);
  levels[1] = training("bert", false, 500, 474);
  EXPECT_FALSE(training_acceptance(levels)->accepted);
  EXPECT_FALSE(training_acceptance(levels)->levels[1].within);
}

TEST(TrainingAcceptanceOf, RefusesAnythingButIdleAndTwoLoadsOfFiveWindows) {
  const std::vector<TrainingLevel> good = {training("idle", true, 100, 100),
                                           training("a", false, 500, 500),
                                           training("b", false, 800, 800)};
  EXPECT_FALSE(training_acceptance({}));
  EXPECT_FALSE(training_acceptance(std::span(good).first(2)));
  using Change = void (*)(std::vector<TrainingLevel>&);
  for (const Change change : std::initializer_list<Change>{
           [](auto& l) { l[1].idle = true; }, [](auto& l) { l[0].idle = false; },
           [](auto& l) { l[1].reference.pop_back(); }, [](auto& l) { l[1].validated[0] = kNan; },
           [](auto& l) { l[1].reference[0] = 0; }, [](auto& l) { l[2].validated[4] = -1; }}) {
    std::vector<TrainingLevel> bad = good;
    change(bad);
    EXPECT_EQ(training_acceptance(bad).error().code, ErrorCode::kInvalid);
  }
  for (const double bad : {0.0, -1.0, kNan}) EXPECT_FALSE(training_acceptance(good, bad));
}

}  // namespace
}  // namespace joulemark
