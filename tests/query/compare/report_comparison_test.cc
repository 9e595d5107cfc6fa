#include "query/compare/report_comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "query/compare/system_of_report.h"
#include "query/screen.h"
#include "tests/query/compare/report_files.h"
#include "tests/query/golden.h"

namespace joulemark {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

ReportComparison compared(ReportFile a, ReportFile b, const std::string& per = "") {
  auto out = compare_reports(std::move(a), std::move(b), per);
  EXPECT_TRUE(out) << out.error().message;
  return out.value_or(ReportComparison{});
}

ReportFile with_ratio(ReportFile file, const std::string& unit, double work, double u_work = 0.0) {
  const double value = file.total.energy / work;
  file.ratios.push_back({unit, value, value * file.total.U / file.total.energy, work, u_work});
  return file;
}

void expect_within_the_screen(const std::string& text) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) EXPECT_LE(columns_of(line), 110U) << line;
}

TEST(ReportComparison, SaysByHowMuchLessWithItsInterval) {
  const auto c = compared(canned::report_file("a", 500.0), canned::report_file("b", 570.0));
  EXPECT_EQ(c.result.verdict, Comparison::kLower);
  golden::expect_text("compare/lower.txt", comparison_to_text(c));
  golden::expect_json("compare/lower.json", comparison_to_json(c));
  expect_within_the_screen(comparison_to_text(c));
  EXPECT_THAT(sentence_of(c), StartsWith("A uses 12.3 % less energy than B (10.8 .. 13.7 %)"));
}

TEST(ReportComparison, OfAReportWithItselfIsATieOfRatioOne) {
  const ReportFile a = canned::report_file("a", 500.0);
  const auto c = compared(a, a);
  ASSERT_TRUE(c.result.ratio);
  EXPECT_EQ(c.result.verdict, Comparison::kTie);
  EXPECT_EQ(c.result.ratio->ratio, 1.0);
  EXPECT_GT(c.result.ratio->U, 0.0);
  EXPECT_THAT(c.notes, ElementsAre("both are the same report"));
  EXPECT_THAT(sentence_of(c), StartsWith("TIE: "));
}

TEST(ReportComparison, SwappedInvertsTheInterval) {
  for (const double watts : {300.0, 495.0, 500.0, 507.0, 1234.5}) {
    const ReportFile a = canned::report_file("a", 500.0), b = canned::report_file("b", watts);
    const auto one = compared(a, b), other = compared(b, a);
    ASSERT_TRUE(one.result.ratio && other.result.ratio);
    EXPECT_NEAR(one.result.ratio->ratio * other.result.ratio->ratio, 1.0, 1e-12);
    EXPECT_NEAR(one.result.ratio->low * other.result.ratio->high, 1.0, 1e-12);
    EXPECT_NEAR(one.result.ratio->high * other.result.ratio->low, 1.0, 1e-12);
    const bool tie = one.result.verdict == Comparison::kTie;
    EXPECT_EQ(other.result.verdict == Comparison::kTie, tie);
    EXPECT_EQ(one.result.verdict == other.result.verdict, tie);
  }
}

TEST(ReportComparison, CancelsWhatOneSensorBringsToBoth) {
  const auto apart = compared(canned::report_file("a", 500.0), canned::report_file("b", 505.0));
  const auto same =
      compared(canned::report_file("a", 500.0, "S7"), canned::report_file("b", 505.0, "S7"));
  EXPECT_EQ(apart.result.verdict, Comparison::kTie);
  EXPECT_EQ(same.result.verdict, Comparison::kLower);
  EXPECT_THAT(same.cancelled, HasSubstr("gain and offset of 1 sensor that measured both"));
  ASSERT_TRUE(same.U_uncancelled);
  EXPECT_NEAR(*same.U_uncancelled, apart.result.ratio->U, 1e-9);
  EXPECT_THAT(apart.cancelled, HasSubstr("no serial numbers"));
  golden::expect_text("compare/same_sensor.txt", comparison_to_text(same));
}

TEST(ReportComparison, OfTwoOutletsOfOnePduCancelsNothing) {
  Report report = canned::report_of(
      {canned::with_serial(canned::counter(canned::with_watts(500.0)), "S7")}, {"r1"});
  const ReportFile a = canned::file_of(report, "a.json");
  report.nodes[0].series[0].sensor = "outlet-2";
  const auto c = compared(a, canned::file_of(report, "b.json"));
  EXPECT_THAT(c.cancelled, HasSubstr("no sensor measured both"));
  EXPECT_FALSE(c.U_uncancelled);
}

TEST(ReportComparison, CountsTheSensorsThatMayBeTheSameAndAreNotKnown) {
  const auto two = [](const std::string& name, const std::string& first) {
    return canned::file_of(
        canned::report_of(
            {canned::with_serial(canned::counter(canned::with_watts(500.0, "r1")), first),
             canned::counter(canned::with_watts(700.0, "r2"))}),
        name);
  };
  EXPECT_THAT(compared(two("a.json", "S7"), two("b.json", "S7")).cancelled,
              testing::EndsWith("; the serial number of 2 sensors is not known"));
  EXPECT_THAT(compared(two("a.json", "S7"), two("b.json", "S8")).cancelled,
              AllOf(StartsWith("nothing: no sensor measured both"),
                    testing::EndsWith("2 sensors is not known")));
}

TEST(ReportComparison, OfAcAndDcIsRefusedWithTheRemedy) {
  canned::CounterSpec dc = canned::with_watts(500.0);
  dc.supply = Supply::kDc;
  dc.boundary = Boundary::kDcInput;
  const auto c = compared(canned::report_file("a", 500.0),
                          canned::file_of(canned::report_of({canned::counter(dc)}), "b.json"));
  EXPECT_FALSE(c.result.ratio);
  EXPECT_THAT(sentence_of(c), StartsWith("NOT_COMPARABLE: A is AC, B is DC; A is measured at "
                                         "ac_input, B is measured at dc_input"));
  golden::expect_text("compare/not_comparable.txt", comparison_to_text(c));
  golden::expect_json("compare/not_comparable.json", comparison_to_json(c));
  expect_within_the_screen(comparison_to_text(c));
}

TEST(ReportComparison, OfARefusedAndAReferenceOnlyReportNamesWhatToDo) {
  canned::CounterSpec simulated = canned::with_watts(500.0);
  simulated.simulated = true;
  const auto c = compared(
      canned::file_of(
          canned::report_of({canned::with_resets(canned::counter(canned::with_watts(500.0)), 2)}),
          "a.json"),
      canned::file_of(canned::report_of({canned::counter(simulated)}), "b.json"));
  EXPECT_EQ(c.result.verdict, Comparison::kNotComparable);
  const std::string text = comparison_to_text(c);
  EXPECT_THAT(text, HasSubstr("A (a.json) is refused or incomplete"));
  EXPECT_THAT(text, HasSubstr("B (b.json) is reference-only (limited by SIMULATED"));
  EXPECT_THAT(text, HasSubstr("Remedy: joulemark explain a.json says what to do"));
  EXPECT_THAT(c.obstacles, SizeIs(2)) << "what follows from the refusal is told again";
  EXPECT_THAT(text, Not(HasSubstr("RATIO")));
}

// Each way to differ: what the reason has to say of both sides.
TEST(ReportComparison, HasWordsOfItsOwnForEveryDifference) {
  const ReportFile a = canned::report_file("a", 500.0);
  const auto differing = [&](auto change) {
    ReportFile b = canned::report_file("b", 500.0);
    change(b);
    const auto c = compared(a, b);
    EXPECT_EQ(c.result.verdict, Comparison::kNotComparable);
    EXPECT_THAT(c.obstacles, SizeIs(1));
    return c.obstacles.empty() ? Obstacle{} : c.obstacles[0];
  };
  EXPECT_EQ(differing([](ReportFile& b) { b.nodes[0].cooling = "liquid"; }).what,
            "A does not state its cooling, B has cooling liquid");
  EXPECT_EQ(differing([](ReportFile& b) { b.nodes[0].complete = false; }).what,
            "A covers whole nodes, B covers parts of its nodes only");
  EXPECT_EQ(differing([](ReportFile& b) { b = with_ratio(b, "batch", 7.0); }).what,
            "A states no work, B counts batch");
  EXPECT_EQ(differing([](ReportFile& b) { b.nodes[0].boundary = Boundary::kUnknown; }).what,
            "A is measured at ac_input, B is measured at an unknown boundary");
  const Obstacle method = differing([](ReportFile& b) {
    b.method = "joulemark-method/2.0";
    b.method_major = 2;
  });
  EXPECT_EQ(method.what, "A follows joulemark-method/1.0, B follows joulemark-method/2.0");
  EXPECT_THAT(differing([](ReportFile& b) { b.total.energy = 0.0; }).what,
              HasSubstr("no energy, work or uncertainty"));
}

TEST(ReportComparison, DividesByTheWorkThatBothHave) {
  const ReportFile a = with_ratio(canned::report_file("a", 500.0), "output token", 2e6);
  const ReportFile b = with_ratio(canned::report_file("b", 500.0), "output token", 1e6);
  const auto c = compared(a, b);
  EXPECT_EQ(c.per, "output token");
  EXPECT_NEAR(c.result.ratio->ratio, 0.5, 1e-12);
  EXPECT_THAT(sentence_of(c), StartsWith("A uses 50.00 % less energy per output token than B"));
  EXPECT_THAT(comparison_to_text(c), HasSubstr("J per output token"));
  const auto energies = compared(a, b, "energy");
  EXPECT_THAT(energies.per, IsEmpty());
  EXPECT_EQ(energies.result.ratio->ratio, 1.0);
  EXPECT_THAT(energies.notes, ElementsAre(HasSubstr("of different work: 2e+06 and 1e+06")));
  EXPECT_EQ(compared(a, b, "output_tokens").per, "output token");
}

TEST(ReportComparison, CountsTheUncertaintyOfTheWork) {
  const ReportFile exact = with_ratio(canned::report_file("a", 500.0), "batch", 100.0);
  const ReportFile vague = with_ratio(canned::report_file("b", 500.0), "batch", 100.0, 5.0);
  EXPECT_GT(compared(exact, vague).result.ratio->U, compared(exact, exact).result.ratio->U + 0.08);
}

TEST(ReportComparison, PerAUnitThatAReportLacksNamesThoseItHas) {
  const ReportFile a = with_ratio(canned::report_file("a", 500.0), "output token", 2e6);
  const auto none = compare_reports(a, canned::report_file("b", 500.0), "output_tokens");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "--per output_tokens: b.json has no such ratio: it has none");
  EXPECT_THAT(compare_reports(a, a, "batches").error().message, HasSubstr("it has output token"));
}

TEST(ReportComparison, OfWindowsOfOtherLengthsWithoutWorkSaysThatTheWorkIsNotKnown) {
  ReportFile b = canned::report_file("b", 500.0);
  b.duration = 700.0;
  EXPECT_THAT(compared(canned::report_file("a", 500.0), b).notes,
              ElementsAre(HasSubstr("no work is stated")));
}

SensorTelemetry with_gap(SensorTelemetry sensor) {
  Series& series = sensor.series;
  for (std::size_t i = 0; i < series.uncovered.size(); ++i)
    if (i > 300) series.uncovered[i] = 2.0;
  return sensor;
}

TEST(SystemOfReport, AddsUpToTheTotalAlsoWhereOneOutageHitsSeveralSeries) {
  const ReportFile file = canned::file_of(
      canned::report_of({with_gap(canned::counter(canned::with_watts(500.0, "r1"))),
                         with_gap(canned::counter(canned::with_watts(700.0, "r2")))}),
      "a.json");
  std::set<std::string> groups;
  for (const UncertaintyComponent& one : file.total.components) groups.insert(one.group);
  ASSERT_TRUE(groups.contains("outage/1"));
  EXPECT_TRUE(system_of_report(file, nullptr).by_sensor);
}

TEST(SystemOfReport, KeepsTheWholeBudgetWhereSeriesDoNotAddUpToIt) {
  ReportFile file = canned::report_file("a", 500.0, "S7");
  file.total.components.push_back({"efficiency", 2000.0, kInfinity, "efficiency/x", {}});
  file.total.u = std::hypot(file.total.u, 2000.0);
  const SystemOfReport side = system_of_report(file, nullptr);
  EXPECT_FALSE(side.by_sensor);
  ASSERT_EQ(side.system.parts.size(), 1U);
  EXPECT_THAT(side.system.parts[0].sensor, IsEmpty());
  EXPECT_EQ(side.system.parts[0].budget.size(), file.total.components.size());
  EXPECT_THAT(compared(file, canned::report_file("b", 500.0, "S7")).cancelled,
              AllOf(HasSubstr("figure of A"), HasSubstr("not told apart")));
}

}  // namespace
}  // namespace joulemark
