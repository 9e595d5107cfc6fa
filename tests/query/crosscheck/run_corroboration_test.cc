#include "query/crosscheck/run_corroboration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/query/crosscheck/made_levels.h"

namespace joulemark {
namespace {

using ::testing::HasSubstr;

constexpr double kBegin = 7500.0, kEnd = 8220.0;  // of the workload level, s

Window run() { return {made::at(kBegin), made::at(kEnd)}; }

Result<Corroboration> in_run(const CrosscheckRecord& record, double gain) {
  const double truth = made::truth(kBegin, kEnd);
  return corroborate_run(record, run(), {1.003 * truth, 0.012 * truth},
                         {gain * truth, 0.058 * truth});
}

TEST(RunCorroboration, OfTwoHonestChainsHasTheEnergyOfTheUpstreamOne) {
  const auto found = in_run(made::record({.gain = 1.01}), 1.01);
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_TRUE(found->corroborated);
  EXPECT_NEAR(found->energy, 1.003 * made::truth(kBegin, kEnd), 1.0);
  EXPECT_NEAR(found->U / found->energy, 0.058, 1e-3);  // rho U2 is the largest
}

TEST(RunCorroboration, FailsWhereTheChainsDiffer) {
  const auto found = in_run(made::record({.gain = 1.08}), 1.08);
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_FALSE(found->corroborated);
}

TEST(RunCorroboration, IsNotForACalibratedReferenceASimulationOrOneDevice) {
  EXPECT_THAT(in_run(made::record({.calibrated = true}), 1.0).error().message,
              HasSubstr("its reference is calibrated"));
  CrosscheckRecord record = made::record();
  record.same_device = true;
  EXPECT_THAT(in_run(record, 1.0).error().message, HasSubstr("one device"));
  record.same_device = false;
  record.validated[0].simulated = true;
  EXPECT_THAT(in_run(record, 1.0).error().message, HasSubstr("simulated"));
}

TEST(RunCorroboration, IsOfTheRunWhoseWindowItsWorkloadLevelFills) {
  const CrosscheckRecord record = made::record();
  const auto moved = [](double begin, double end) {
    return Window{made::at(kBegin + begin), made::at(kEnd + end)};
  };
  EXPECT_TRUE(is_of_the_run(record, run()));
  EXPECT_TRUE(is_of_the_run(record, moved(0.0, 59.0)));
  EXPECT_FALSE(is_of_the_run(record, moved(0.0, 200.0)));
  EXPECT_FALSE(is_of_the_run(record, moved(-3600.0, -3600.0)));  // the steady level
  EXPECT_FALSE(is_of_the_run(record, moved(86400.0, 86400.0)));
  CrosscheckRecord old = record;
  for (CheckedBlock& block : old.levels[0].blocks) block.begin -= std::chrono::hours(48);
  EXPECT_FALSE(is_of_the_run(old, run()));
}

TEST(RunCorroboration, OnlyAnEnergyCounterThatAgreesInTheRunSettlesAliasing) {
  CrosscheckRecord record = made::record();
  EXPECT_TRUE(settles_aliasing(record, run()));
  EXPECT_FALSE(settles_aliasing(record, {made::at(300.0), made::at(1020.0)}));
  record.reference.sensors[0].quantity = QuantityKind::kPower;
  EXPECT_FALSE(settles_aliasing(record, run()));
  EXPECT_FALSE(settles_aliasing(made::record({.gain = 1.2}), run()));
}

}  // namespace
}  // namespace joulemark
