#include "query/crosscheck/make_crosscheck.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "query/crosscheck/crosscheck_advice.h"
#include "query/crosscheck/crosscheck_text.h"
#include "tests/query/crosscheck/made_levels.h"

namespace joulemark {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using enum CrosscheckVerdict;

TEST(MakeCrosscheck, AgreesOnAnHonestPairAndKeepsEveryBlock) {
  const CrosscheckRecord record = made::record();
  EXPECT_EQ(record.result.verdict, kAgree) << ::testing::PrintToString(record.result.reasons);
  ASSERT_THAT(record.levels, SizeIs(3));
  for (const CheckedLevel& level : record.levels) {
    EXPECT_THAT(level.blocks, SizeIs(12));
    EXPECT_THAT(level.left_out, IsEmpty());
    EXPECT_GT(level.U_validated, 0.0);
  }
  const CheckedBlock& first = record.levels[0].blocks[0];
  EXPECT_EQ(first.begin, made::at(300.0));
  EXPECT_NEAR(first.reference, 1.003 * made::truth(300.0, 360.0), 5.0);
  EXPECT_NEAR(first.validated, made::truth(300.0, 360.0), 0.02 * first.validated);
}

TEST(MakeCrosscheck, StatesTheUncertaintyOfBothSidesFromTheirLimitsOfError) {
  const CrosscheckRecord record = made::record();
  const CheckedLevel& idle = record.levels[0];
  double reference = 0.0, validated = 0.0;
  for (const CheckedBlock& block : idle.blocks) {
    reference += block.reference;
    validated += block.validated;
  }
  EXPECT_NEAR(idle.U_reference / reference, 2 * 0.01 / std::sqrt(3.0), 1e-3);
  // 5 % of the reading and 1 W of 300 W are two components; the edges are small.
  EXPECT_NEAR(idle.U_validated / validated, 2 * std::hypot(0.05, 1.0 / 300) / std::sqrt(3.0), 1e-3);
  EXPECT_NEAR(record.reference.u_relative, 0.01 / std::sqrt(3.0), 1e-6);
}

// One gain error is one cause at every level: it does not average out over them.
TEST(MakeCrosscheck, AddsTheGainOfAllLevelsLinearlyInTheWhole) {
  const CrosscheckRecord record = made::record();
  double U = 0.0;
  for (const CheckedLevel& level : record.levels) U += level.U_reference;
  EXPECT_NEAR(record.U_reference, U, 1e-3 * U);
}

TEST(MakeCrosscheck, DisagreesWithASensorThatIsSixPercentOffAndSaysWhatToLookAt) {
  auto material = made::material({.gain = 1.06});
  for (LevelMaterial& level : material.levels)
    level.validated[0].metrology.accuracy.relative = 0.01;
  const auto record = make_crosscheck(std::move(material));
  ASSERT_TRUE(record.has_value()) << record.error().message;
  EXPECT_EQ(record->result.verdict, kDisagree);
  EXPECT_THAT(crosscheck_advice(*record), Contains(HasSubstr("every feed (A and B, all PSUs)")));
  EXPECT_THAT(allowance(*record), HasSubstr("CROSSCHECK_DISAGREE"));
}

TEST(MakeCrosscheck, IsInconclusiveOnShortLevelsAndSaysHowManyBlocksWouldDo) {
  const CrosscheckRecord record =
      made::record({.gain = 1.03, .scatter = 0.02, .idle = 5, .steady = 5, .workload = 10});
  EXPECT_EQ(record.result.verdict, kInconclusive);
  EXPECT_THAT(crosscheck_advice(record),
              Contains(AnyOf(HasSubstr("level idle: about"), HasSubstr("level steady: about"))));
}

TEST(MakeCrosscheck, FindsALagAndCorrectsTheEnergiesForIt) {
  const CrosscheckRecord late = made::record({.lag = 4.0});
  ASSERT_TRUE(late.lag.has_value());
  EXPECT_NEAR(late.lag->seconds, 4.0, 0.2);
  EXPECT_GT(late.lag->peak, 0.9);
  EXPECT_EQ(late.result.verdict, kAgree);
  const CrosscheckRecord punctual = made::record();
  EXPECT_NEAR(punctual.lag->seconds, 0.0, 0.2);
  for (std::size_t i = 0; i < late.levels[2].blocks.size(); ++i)
    EXPECT_NEAR(late.levels[2].blocks[i].validated, punctual.levels[2].blocks[i].validated,
                0.004 * 54000.0)
        << "block " << i << " was not moved by the lag";
}

TEST(MakeCrosscheck, DisagreesWhereTheLagIsMoreThanTenSeconds) {
  const CrosscheckRecord record = made::record({.lag = 14.0});
  EXPECT_EQ(record.result.verdict, kDisagree);
  EXPECT_THAT(record.result.reasons, Contains(HasSubstr("the lag is more than 10 s")));
  EXPECT_THAT(crosscheck_advice(record), Contains(HasSubstr("14.0 s after the reference")));
}

TEST(MakeCrosscheck, RefusesASensorWithTheSamplesOfItsReference) {
  auto material = made::material();
  material.levels[1].validated = material.levels[1].reference;
  const auto record = make_crosscheck(std::move(material));
  ASSERT_FALSE(record.has_value());
  EXPECT_THAT(record.error().message, HasSubstr("level steady two of the sensors have identical"));
}

TEST(MakeCrosscheck, LeavesABlockWithAGapOutAndTellsIt) {
  auto material = made::material();
  Series& series = material.levels[0].validated[0];
  for (std::size_t i = 200; i < series.time.size(); ++i) series.uncovered[i] += 5.0;
  const auto record = make_crosscheck(std::move(material));
  ASSERT_TRUE(record.has_value()) << record.error().message;
  EXPECT_THAT(record->levels[0].blocks, SizeIs(11));
  ASSERT_THAT(record->levels[0].left_out, SizeIs(1));
  EXPECT_EQ(record->levels[0].left_out[0].second, "validated: GAP");
  EXPECT_THAT(crosscheck_advice(*record), Contains(HasSubstr("level idle: 1 block left out")));
}

TEST(MakeCrosscheck, NamesTheLevelWithoutData) {
  auto material = made::material();
  material.levels[2].reference[0] = made::counter({}, 0.0, 10.0, true);
  const auto record = make_crosscheck(std::move(material));
  ASSERT_FALSE(record.has_value());
  EXPECT_THAT(record.error().message, HasSubstr("level workload: none of its blocks"));
}

TEST(MakeCrosscheck, AddsSeveralSensorsOfOneSide) {
  auto material = made::material();
  material.prepared.reference.sensors.push_back(material.prepared.reference.sensors[0]);
  for (LevelMaterial& level : material.levels) {
    Series& half = level.reference[0];
    for (double& value : half.value) value *= 0.5;
    level.reference.push_back(half);
    for (UtcTime& time : level.reference[1].time) time += std::chrono::nanoseconds(1);
  }
  const auto record = make_crosscheck(std::move(material));
  ASSERT_TRUE(record.has_value()) << record.error().message;
  EXPECT_EQ(record->result.verdict, kAgree);
  EXPECT_NEAR(record->levels[0].blocks[0].reference, 1.003 * made::truth(300.0, 360.0), 5.0);
  ASSERT_THAT(record->reference.loads, SizeIs(2));
  EXPECT_NEAR(record->reference.loads[0].first, 150.0, 2.0);
}

TEST(MakeCrosscheck, CountsACertificateThatCoversTheLevelsAndRefusesAnotherOne) {
  const CrosscheckRecord calibrated = made::record({.calibrated = true});
  EXPECT_TRUE(calibrated.reference.calibrated());
  EXPECT_THAT(allowance(calibrated), HasSubstr("class cross-validated"));
  auto material = made::material({.calibrated = true});
  material.prepared.reference.certificates[0].high_watts = 800.0;
  const auto refused = make_crosscheck(std::move(material));
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message, HasSubstr("the loads leave the range"));
}

TEST(MakeCrosscheck, PrintsTheTrainingProcedureBesideItsOwnVerdict) {
  auto material = made::material({.gain = 1.07});
  material.training = true;
  const auto record = make_crosscheck(std::move(material));
  ASSERT_TRUE(record.has_value()) << record.error().message;
  ASSERT_TRUE(record->training.has_value());
  EXPECT_FALSE(record->training->accepted);
  EXPECT_NEAR(record->training->levels[0].difference, 0.07, 0.005);
  CrosscheckFile file;
  file.units.push_back(*record);
  EXPECT_THAT(crosscheck_to_text(file), HasSubstr("NOT ACCEPTED: idle"));
}

}  // namespace
}  // namespace joulemark
