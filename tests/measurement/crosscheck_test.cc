#include "measurement/crosscheck.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>

#include "tests/measurement/made_crosscheck.h"

namespace joulemark {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

CrosscheckResult result_of(const CrosscheckInput& input) {
  const auto result = crosscheck(input);
  EXPECT_TRUE(result) << result.error().message;
  return result.value_or(CrosscheckResult{});
}

TEST(Crosscheck, AnHonestPairAgrees) {
  const CrosscheckResult result = result_of(made::crosscheck_input(1, {}));
  EXPECT_EQ(to_string(result.verdict), "AGREE");
  EXPECT_THAT(result.reasons, IsEmpty());
  EXPECT_THAT(result.codes, IsEmpty());
  EXPECT_NEAR(result.levels[0].watts, 300, 3);
  EXPECT_NEAR(result.whole.watts, 700, 50);
}

// Over many seeds: each injected gain is found within the interval that the cross-check states.
TEST(Crosscheck, FindsAnInjectedGainWithinItsInterval) {
  for (const double gain : {0.97, 0.99, 1.0, 1.01, 1.03}) {
    int held = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const CrosscheckResult result = result_of(made::crosscheck_input(seed, {gain, 0.0, 0.002}));
      const Equivalence& e = result.levels[2].equivalence;
      ASSERT_NEAR(e.ratio(), 1.0 / gain, 0.01);
      ASSERT_NEAR(result.line.slope, gain, 0.01);
      held += e.low() <= 1.0 / gain && 1.0 / gain <= e.high() ? 1 : 0;
    }
    EXPECT_GE(held, 176) << gain;  // 90 % of 200, less two standard deviations
  }
}

std::map<CrosscheckVerdict, int> verdicts_of(double gain, int seeds) {
  std::map<CrosscheckVerdict, int> verdicts;
  for (int seed = 0; seed < seeds; ++seed) {
    CrosscheckInput input =
        made::crosscheck_input(static_cast<std::uint64_t>(seed), {gain, 0.0, 0.001}, 12, 12, 12);
    input.accuracy_watts = 5.0;
    ++verdicts[result_of(input).verdict];
  }
  return verdicts;
}

// With 12 blocks a level, one honest pair in twelve happens to look correlated.
TEST(Crosscheck, TheGradeFollowsTheInjectedGain) {
  EXPECT_GE(verdicts_of(1.0, 100)[CrosscheckVerdict::kAgree], 85);
  EXPECT_GE(verdicts_of(0.965, 100)[CrosscheckVerdict::kAgree5], 85);
  EXPECT_EQ(verdicts_of(0.965, 100)[CrosscheckVerdict::kAgree], 0);
  EXPECT_EQ(verdicts_of(0.91, 100)[CrosscheckVerdict::kDisagree], 100);
}

TEST(Crosscheck, ADisagreementNamesItsReasonAndItsCode) {
  const CrosscheckResult nine = result_of(made::crosscheck_input(3, {0.91, 0.0, 0.001}));
  EXPECT_EQ(to_string(nine.verdict), "DISAGREE");
  EXPECT_THAT(nine.reasons, Contains("the whole: E_n is above 1"));
  EXPECT_EQ(nine.codes, Codes{Code::kCrosscheckDisagree});
}

TEST(Crosscheck, WithinItsUncertaintyButNotEquivalentIsInconclusive) {
  CrosscheckInput input = made::crosscheck_input(3, {0.945, 0.0, 0.001});
  input.accuracy_watts = 5.0;
  input.reference.U *= 3;
  for (CrosscheckLevel& level : input.levels) level.U_reference *= 3;
  const CrosscheckResult result = result_of(input);
  EXPECT_EQ(to_string(result.verdict), "INCONCLUSIVE");
  EXPECT_EQ(result.codes, Codes{Code::kCrosscheckInconclusive});
  EXPECT_THAT(result.reasons, Contains(HasSubstr("the 90 % interval")));
}

TEST(Crosscheck, FindsAnInjectedOffsetAndFailsByIt) {
  CrosscheckInput input = made::crosscheck_input(4, {1.0, 12.0, 0.0005});
  input.reference.U *= 5;
  for (CrosscheckLevel& level : input.levels) level.U_reference *= 5;
  const CrosscheckResult result = result_of(input);
  EXPECT_NEAR(result.line.intercept, 12.0, 2.0);
  EXPECT_THAT(result.reasons, Contains(HasSubstr("offset")));
  EXPECT_EQ(result.verdict, CrosscheckVerdict::kDisagree);

  input.accuracy_watts = 15.0;
  EXPECT_THAT(result_of(input).reasons, Not(Contains(HasSubstr("offset"))));
  input.accuracy_watts = 0.0;
  input.offset_corrected = true;
  EXPECT_THAT(result_of(input).reasons, Not(Contains(HasSubstr("offset"))));
}

TEST(Crosscheck, FailsByALagOfMoreThanTenSeconds) {
  CrosscheckInput input = made::crosscheck_input(1, {});
  input.lag = Lag{9.0, 0.9, 1.0};
  EXPECT_EQ(result_of(input).verdict, CrosscheckVerdict::kAgree);
  input.lag = Lag{-11.0, 0.9, 1.0};
  EXPECT_EQ(result_of(input).verdict, CrosscheckVerdict::kDisagree);
  input.lag = Lag{-11.0, 0.4, 1.0};  // no lag was found
  EXPECT_EQ(result_of(input).verdict, CrosscheckVerdict::kAgree);
}

TEST(Crosscheck, FailsWhereTheBlocksScatterTooFar) {
  const CrosscheckResult result = result_of(made::crosscheck_input(5, {1.0, 0.0, 0.06}));
  EXPECT_THAT(result.reasons, Contains(HasSubstr("wider than 5 %")));
}

// The ratios drift from block to block: few of the blocks are worth counting.
TEST(Crosscheck, BlocksThatDriftTogetherNeedMore) {
  CrosscheckInput input = made::crosscheck_input(6, {1.0, 0.0, 1e-6}, 40, 40, 40);
  for (CrosscheckLevel& level : input.levels)
    for (std::size_t k = 0; k < level.validated.size(); ++k)
      level.validated[k] *= 1.0 + 1e-5 * static_cast<double>(k);
  for (const LevelResult& level : result_of(input).levels)
    EXPECT_LT(level.equivalence.n_eff, 0.2 * static_cast<double>(level.equivalence.blocks));
}

void expect_refused(CrosscheckInput input, void (*change)(CrosscheckInput&),
                    const std::string& reason) {
  change(input);
  const auto result = crosscheck(input);
  ASSERT_FALSE(result) << reason;
  EXPECT_EQ(result.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(result.error().message, HasSubstr(reason));
}

TEST(Crosscheck, RefusesFewerLevelsAndBlocksThanTheRuleNeeds) {
  const CrosscheckInput good = made::crosscheck_input(1, {});
  expect_refused(
      good, [](auto& i) { i.levels.clear(); }, "three levels");
  expect_refused(
      good, [](auto& i) { i.levels.pop_back(); }, "three levels");
  expect_refused(
      good, [](auto& i) { i.levels[0].kind = LevelKind::kSteady; }, "idle level");
  expect_refused(
      good, [](auto& i) { i.levels[2].kind = LevelKind::kSteady; }, "the workload");
  expect_refused(
      good, [](auto& i) { i.levels[1].reference.pop_back(); }, "level steady: the two");
  expect_refused(
      made::crosscheck_input(1, {}, 4), [](auto&) {}, "level idle: it has fewer");
  expect_refused(
      made::crosscheck_input(1, {}, 5, 5, 9), [](auto&) {}, "shorter than 600 s");
  expect_refused(
      good, [](auto& i) { i.block_seconds = 59; }, "60 s");
  expect_refused(
      good, [](auto& i) { i.block_seconds = kNan; }, "60 s");
}

TEST(Crosscheck, RefusesOneLoadOnly) {
  const auto flatten = [](auto& i) {
    for (CrosscheckLevel& level : i.levels) {
      for (double& block : level.reference) block = 60000;
      for (double& block : level.validated) block = 59000;
    }
  };
  expect_refused(made::crosscheck_input(1, {}), flatten, "one power only");
}

TEST(Crosscheck, RefusesAReferenceThatIsTheSensorItself) {
  expect_refused(
      made::crosscheck_input(1, {}),
      [](auto& i) {
        for (CrosscheckLevel& level : i.levels) level.validated = level.reference;
      },
      "computed from the other");
}

TEST(Crosscheck, RefusesZeroNegativeAndMissingNumbersEverywhere) {
  using Change = void (*)(CrosscheckInput&, double);
  for (const double bad : {0.0, -1.0, kNan, kInfinity})
    for (const Change change :
         std::initializer_list<Change>{[](auto&i, double x) { i.levels[0].reference[2] = x; },
                                       [](auto&i, double x) { i.levels[2].validated[1] = x; },
                                       [](auto&i, double x) { i.reference.energy = x; },
                                       [](auto&i, double x) { i.validated.energy = x; },
                                       [](auto&i, double x) { i.ratio.rho = x; }}) {
      CrosscheckInput input = made::crosscheck_input(1, {});
      change(input, bad);
      EXPECT_FALSE(crosscheck(input)) << bad;
    }
  for (const double bad : {-1.0, kNan, kInfinity})
    for (const Change change :
         std::initializer_list<Change>{[](auto&i, double x) { i.levels[0].U_reference = x; },
                                       [](auto&i, double x) { i.validated.U = x; },
                                       [](auto&i, double x) { i.accuracy_watts = x; },
                                       [](auto&i, double x) { i.ratio.u = x; }}) {
      CrosscheckInput input = made::crosscheck_input(1, {});
      change(input, bad);
      EXPECT_FALSE(crosscheck(input)) << bad;
    }
}

}  // namespace
}  // namespace joulemark
