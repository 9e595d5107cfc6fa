#include "query/explain/report_explained.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "query/screen.h"
#include "tests/query/compare/report_files.h"
#include "tests/query/golden.h"

namespace joulemark {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

ReportExplanation explained(std::vector<SensorTelemetry> sensors,
                            std::vector<std::string> asked = {}) {
  return explain_report(
      canned::file_of(canned::report_of(std::move(sensors), std::move(asked)), "r.json"));
}

std::string text_within_the_screen(const ReportExplanation& e) {
  const std::string text = explanation_to_text(e);
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) EXPECT_LE(columns_of(line), 110U) << line;
  return text;
}

TEST(ReportExplained, SaysWhyNotTheNextBetterClass) {
  const auto e = explained({canned::counter(canned::with_watts(500.0))}, {"r1"});
  ASSERT_THAT(e.why_not_better, SizeIs(3));
  EXPECT_THAT(e.why_not_better[0], StartsWith("ALLOCATION_TYPED: give the scheduler's record"));
  EXPECT_EQ(e.why_not_better[1], "limits of error stated by device or data sheet");
  EXPECT_THAT(e.why_not_better[2], StartsWith("it needs a second, independent chain"));
  golden::expect_text("explain/one_node.txt", text_within_the_screen(e));
  golden::expect_json("explain/one_node.json", explanation_to_json(e));
}

TEST(ReportExplained, WithAliasRiskPutsTheWorstCaseFirst) {
  canned::CounterSpec meter = canned::with_watts(500.0);
  meter.id = "meter";
  const auto e = explained({canned::periodic_power(meter)});
  EXPECT_THAT(e.why_not_better, Contains(StartsWith("ALIAS_RISK: ")));
  ASSERT_FALSE(e.parts.empty());
  EXPECT_THAT(e.parts[0].name, HasSubstr("aliasing"));
  ASSERT_FALSE(e.codes.empty());
  EXPECT_EQ(e.codes[0].code, "ALIAS_RISK");
  EXPECT_THAT(e.codes[0].concerns, ElementsAre("r1 (replay meter)"));
  golden::expect_text("explain/alias_risk_report.txt", text_within_the_screen(e));
}

TEST(ReportExplained, OfARefusedReportSaysWhyAndWhatToDo) {
  const auto e =
      explained({canned::with_resets(canned::counter(canned::with_watts(500.0)), 2)}, {"r1"});
  EXPECT_THAT(e.why_not_better, IsEmpty());
  EXPECT_THAT(e.parts, IsEmpty());
  ASSERT_THAT(e.without_figure, SizeIs(1));
  EXPECT_THAT(e.without_figure[0], HasSubstr("(SEVERAL_RESETS); keep the exporter"));
  const std::string text = text_within_the_screen(e);
  EXPECT_THAT(text, HasSubstr("ENERGY   REFUSED: no figure"));
  EXPECT_THAT(text, Not(HasSubstr("WHY NOT")));
  golden::expect_json("explain/refused.json", explanation_to_json(e));
}

TEST(ReportExplained, OfAnIncompleteReportNamesTheMissingNodes) {
  const auto e = explained({canned::counter(canned::with_watts(500.0))}, {"r1", "x9"});
  ASSERT_THAT(e.without_figure, SizeIs(1));
  EXPECT_THAT(e.without_figure[0], StartsWith("x9: the server has no series of it"));
  EXPECT_THAT(text_within_the_screen(e),
              HasSubstr("ENERGY   INCOMPLETE: no figure; no data of x9"));
}

TEST(ReportExplained, NamesAtMostTenOfManyAndCountsTheRest) {
  std::vector<SensorTelemetry> sensors;
  for (int i = 10; i < 35; ++i) {
    canned::CounterSpec spec = canned::with_watts(500.0 + i, "n" + std::to_string(i));
    spec.simulated = i != 34;
    sensors.push_back(canned::counter(spec));
  }
  const auto e = explained(std::move(sensors));
  const auto simulated = std::find_if(e.codes.begin(), e.codes.end(),
                                      [](const auto& one) { return one.code == "SIMULATED"; });
  ASSERT_NE(simulated, e.codes.end());
  EXPECT_THAT(simulated->concerns, SizeIs(24));
  EXPECT_FALSE(simulated->every_node);
  const std::string text = text_within_the_screen(e);
  EXPECT_THAT(text, HasSubstr("n19 (replay psu)"));
  EXPECT_THAT(text, HasSubstr("and 14 more"));
  EXPECT_THAT(text, Not(HasSubstr("n20 (replay psu)")));
}

TEST(ReportExplained, SaysThatAllNodesAreConcerned) {
  canned::CounterSpec a = canned::with_watts(500.0, "r1"), b = canned::with_watts(700.0, "r2");
  a.simulated = b.simulated = true;
  EXPECT_THAT(text_within_the_screen(explained({canned::counter(a), canned::counter(b)})),
              HasSubstr("    of all 2 nodes"));
}

TEST(ReportExplained, DoesNotHideACodeThatItDoesNotKnow) {
  ReportFile file = canned::report_file("a", 500.0);
  file.total.reasons.push_back("NEWER_CODE");
  EXPECT_THAT(explanation_to_text(explain_report(file)),
              HasSubstr("NEWER_CODE\n    of the total\n    this version does not know it"));
}

TEST(ReportExplained, TellsWhereUIsAboveTheLimitOfTheBetterClass) {
  ReportFile file = canned::report_file("a", 500.0);
  file.total.U = 0.08 * file.total.energy;
  EXPECT_THAT(explain_report(file).why_not_better,
              Contains("U is 8.0 % of E, at most 7.0 % is allowed"));
}

TEST(ReportExplained, OfTheBestClassHasNothingAboveIt) {
  ReportFile file = canned::report_file("a", 500.0);
  file.total.cls = Class::kCalibrated;
  EXPECT_THAT(explanation_to_text(explain_report(file)), HasSubstr("There is no better class."));
}

}  // namespace
}  // namespace joulemark
