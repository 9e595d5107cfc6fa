#include "query/crosscheck/crosscheck_evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/query/crosscheck/made_levels.h"

namespace joulemark {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using enum CrosscheckVerdict;

// Ten minutes of the workload, an hour and more after the levels began.
Window window() { return {made::at(9000.0), made::at(9600.0)}; }

CrosscheckQuestion question(const std::string& node = "gpu0001",
                            const std::string& firmware = "1.2") {
  return {{made::validated_sensor(node, firmware)}, {850.0, 920.0}, window()};
}

CrosscheckFile fleet(std::size_t n) {
  std::vector<CrosscheckFile> files;
  for (std::size_t i = 0; i < n; ++i)
    files.push_back(made::file({.gain = 1.02 + 0.001 * static_cast<double>(i),
                                .seed = i + 1,
                                .node = "gpu010" + std::to_string(i),
                                .calibrated = true}));
  auto out = fleet_of(std::move(files));
  EXPECT_TRUE(out.has_value());
  return *out;
}

TEST(CrosscheckEvidence, GivesTheClassAgainstACalibratedReferenceOnly) {
  const auto calibrated = evidence_for(made::file({.calibrated = true}), question());
  ASSERT_TRUE(calibrated.has_value()) << calibrated.error().message;
  EXPECT_TRUE(calibrated->gives_class);
  EXPECT_TRUE(calibrated->same_unit);
  ASSERT_TRUE(calibrated->correction.has_value());
  EXPECT_NEAR(calibrated->correction->u_reference, 0.002, 1e-4) << "of the certificate, k = 2";
  EXPECT_EQ(calibrated->reference, "Acme PDU 9 (calibrated)");
  const auto plain = evidence_for(made::file(), question());
  ASSERT_TRUE(plain.has_value());
  EXPECT_FALSE(plain->gives_class);
  EXPECT_TRUE(plain->correction.has_value());
}

TEST(CrosscheckEvidence, HoldsOnlyForTheUnitItsFirmwareItsRangeAndAYear) {
  const CrosscheckFile file = made::file({.calibrated = true});
  EXPECT_EQ(evidence_for(file, question("gpu0002")).error().code, ErrorCode::kNotPresent);
  EXPECT_THAT(evidence_for(file, question("gpu0001", "1.3")).error().message,
              HasSubstr("another firmware, 1.3"));
  auto outside = question();
  outside.watts.second = 1400.0;
  EXPECT_THAT(evidence_for(file, outside).error().message, HasSubstr("power range"));
  auto late = question();
  late.window.end = made::at(370.0 * 86400.0);
  EXPECT_THAT(evidence_for(file, late).error().message, HasSubstr("older than 12 months"));
  auto early = question();
  early.window = {made::at(0.0), made::at(60.0)};
  EXPECT_THAT(evidence_for(file, early).error().message, HasSubstr("before it was made"));
}

TEST(CrosscheckEvidence, KnowsAUnitByItsSerialNumber) {
  CrosscheckFile file = made::file({.calibrated = true});
  file.units[0].validated[0].serial = "S-1";
  auto moved = question("gpu0005");
  moved.sensors[0].serial = "S-1";
  EXPECT_TRUE(evidence_for(file, moved).has_value());
  auto swapped = question();
  swapped.sensors[0].serial = "S-2";
  EXPECT_EQ(evidence_for(file, swapped).error().code, ErrorCode::kNotPresent);
}

TEST(CrosscheckEvidence, OfADisagreementHoldsAtAnyPower) {
  auto asked = question();
  asked.watts = {5.0, 9000.0};
  const auto found = evidence_for(made::file({.gain = 1.2}), asked);
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_EQ(found->verdict, kDisagree);
  EXPECT_TRUE(found->codes.contains(Code::kCrosscheckDisagree));
  EXPECT_FALSE(found->correction.has_value());
  EXPECT_FALSE(found->gives_class);
}

// A sensor that was mended is judged by what came after, whatever the order of the files.
TEST(CrosscheckEvidence, IsTheLatestOfSeveralAboutTheUnit) {
  CrosscheckFile wrong = made::file({.gain = 1.2});
  for (CheckedLevel& level : wrong.units[0].levels)
    for (CheckedBlock& block : level.blocks) block.begin -= std::chrono::hours(100);
  const CrosscheckFile mended = made::file({.calibrated = true});
  const CrosscheckFile other = made::file({.node = "gpu0002"});
  const CrosscheckFile forward[] = {fleet(5), wrong, mended, other};
  const CrosscheckFile backward[] = {other, mended, wrong, fleet(5)};
  EXPECT_EQ(latest_evidence(forward, question())->verdict, kAgree);
  EXPECT_EQ(latest_evidence(backward, question())->verdict, kAgree);
  const CrosscheckFile before[] = {wrong, fleet(5)};
  EXPECT_EQ(latest_evidence(before, question())->verdict, kDisagree);
  EXPECT_FALSE(latest_evidence(forward, question("gpu0555", "7")).has_value());
}

TEST(CrosscheckEvidence, MarksWhatCameFromASimulation) {
  CrosscheckFile file = made::file();
  file.units[0].reference.sensors[0].simulated = true;
  EXPECT_TRUE(evidence_for(file, question())->codes.contains(Code::kSimulated));
}

TEST(CrosscheckEvidence, OfOneDeviceAllowsNoCorrection) {
  CrosscheckFile file = made::file({.calibrated = true});
  file.units[0].same_device = true;
  const auto found = evidence_for(file, question());
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->same_device);
  EXPECT_FALSE(found->gives_class);
  EXPECT_FALSE(found->correction.has_value());
}

TEST(CrosscheckEvidence, IsTransferredToOtherUnitsFromFiveOn) {
  const auto found = evidence_for(fleet(5), question("gpu0777"));
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_FALSE(found->same_unit);
  EXPECT_TRUE(found->gives_class);
  ASSERT_TRUE(found->transfer.has_value());
  EXPECT_NEAR(found->transfer->factor, 1.0 / 1.022, 0.003);
  EXPECT_FALSE(evidence_for(fleet(4), question("gpu0777"))->gives_class);
  EXPECT_TRUE(evidence_for(fleet(5), question("gpu0100"))->same_unit);
  EXPECT_FALSE(evidence_for(fleet(5), question("gpu0777", "9")).has_value());
}

TEST(CrosscheckUse, CorrectsTheEnergyToWhatTheReferenceWouldSay) {
  const made::Pair pair{.gain = 1.025, .scatter = 0.0005, .calibrated = true};
  const auto evidence = evidence_for(made::file(pair), question());
  ASSERT_TRUE(evidence.has_value()) << evidence.error().message;
  const Series series = made::counter(pair, 8900.0, 9700.0, false);
  const Series* one[] = {&series};
  const SeriesEnergy read = window_energy(series, window(), 0.01);
  const auto corrected = corrected_by(*evidence, one, {read}, window());
  ASSERT_TRUE(corrected.has_value()) << corrected.error().message;
  const double truth = made::truth(9000.0, 9600.0);
  EXPECT_NEAR(read.energy / truth, 1.025, 0.001);
  EXPECT_NEAR(corrected->at(0).energy / truth, 1.0, 0.002);
  EXPECT_LT(corrected->at(0).headline_U, 0.01 * truth) << "gain of 5 % gave way to the reference";
  EXPECT_LT(std::fabs(corrected->at(0).energy - truth), corrected->at(0).headline_U);
  for (const UncertaintyComponent& component : corrected->at(0).budget)
    EXPECT_NE(component.name, "gain");
}

TEST(CrosscheckUse, CorrectsASumWithOneUnknownInCommon) {
  const made::Pair pair{.gain = 1.025, .calibrated = true};
  const auto evidence = evidence_for(made::file(pair), question());
  Series half = made::counter(pair, 8900.0, 9700.0, false);
  for (double& value : half.value) value *= 0.5;
  const Series* two[] = {&half, &half};
  const SeriesEnergy read = window_energy(half, window(), 0.01);
  const auto corrected = corrected_by(*evidence, two, {read, read}, window());
  ASSERT_TRUE(corrected.has_value()) << corrected.error().message;
  const double truth = made::truth(9000.0, 9600.0);
  EXPECT_NEAR((corrected->at(0).energy + corrected->at(1).energy) / truth, 1.0, 0.003);
  for (const SeriesEnergy& energy : *corrected)
    for (const UncertaintyComponent& component : energy.budget)
      EXPECT_TRUE(component.name != "crosscheck" || !component.group.empty());
}

TEST(CrosscheckUse, CorrectsAnotherUnitByTheFleet) {
  const made::Pair pair{.gain = 1.021, .node = "gpu0777"};
  const auto evidence = evidence_for(fleet(5), question("gpu0777"));
  ASSERT_TRUE(evidence.has_value());
  const Series series = made::counter(pair, 8900.0, 9700.0, false);
  const Series* one[] = {&series};
  const auto corrected =
      corrected_by(*evidence, one, {window_energy(series, window(), 0.01)}, window());
  ASSERT_TRUE(corrected.has_value()) << corrected.error().message;
  EXPECT_NEAR(corrected->at(0).energy / made::truth(9000.0, 9600.0), 1.0, 0.006);
}

TEST(CrosscheckUse, LeavesARefusedEnergyRefused) {
  const auto evidence = evidence_for(made::file({.calibrated = true}), question());
  const Series series = made::counter({}, 8900.0, 9700.0, false);
  const Series* one[] = {&series};
  SeriesEnergy refused;
  refused.refused = Code::kGapOverLimit;
  const auto corrected = corrected_by(*evidence, one, {refused}, window());
  ASSERT_TRUE(corrected.has_value());
  EXPECT_EQ(corrected->at(0).refused, Code::kGapOverLimit);
}

TEST(CrosscheckUse, TellsThePowersOfEveryMinute) {
  const Series series = made::counter({.scatter = 0.0}, 3400.0, 8000.0, false);
  const Series* one[] = {&series};
  const auto powers = block_powers(one, {made::at(3540.0), made::at(3660.0)});
  ASSERT_TRUE(powers.has_value());
  EXPECT_NEAR(powers->first, 300.0, 2.0);
  EXPECT_NEAR(powers->second, 700.0, 2.0);
  EXPECT_FALSE(block_powers(one, {made::at(9000.0), made::at(9060.0)}).has_value());
}

}  // namespace
}  // namespace joulemark
