#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "query/report_json.h"
#include "query/report_text.h"
#include "query/screen.h"
#include "tests/query/canned_reports.h"
#include "tests/query/golden.h"

namespace joulemark {
namespace {

using canned::CounterSpec;
using canned::node;

Report report_of(const Telemetry& telemetry, const EvaluationRequest& request) {
  return canned::evaluated(telemetry, request).report;
}

Report one_node() {
  return report_of(canned::telemetry({canned::counter(node("r1"))}), canned::request({"r1"}));
}

Report one_of_three_missing() {
  return report_of(
      canned::telemetry({canned::counter(node("r1")), canned::counter(node("r2", 700.0))}),
      canned::request({"r1", "x9", "r2"}));
}

Report refused() {
  return report_of(canned::telemetry({canned::with_resets(canned::counter(node("r1")), 2)}),
                   canned::request({"r1"}));
}

Report with_alias_risk() {
  CounterSpec meter = node("r1");
  meter.id = "meter";
  return report_of(canned::telemetry({canned::periodic_power(meter)}), canned::request());
}

Report simulated() {
  CounterSpec spec = node("r1");
  spec.simulated = true;
  return report_of(canned::telemetry({canned::counter(spec)}), canned::request());
}

Report with_other_covers() {
  return report_of(canned::telemetry(canned::with_second_cover("r1")), canned::request());
}

Report two_thousand() {
  return report_of(canned::telemetry(canned::two_thousand_nodes()), canned::request());
}

Lines lines_of(const std::string& text) {
  Lines out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

void expect_fits_the_screen(const std::string& text, std::size_t most_lines) {
  const Lines lines = lines_of(text);
  EXPECT_LE(lines.size(), most_lines);
  for (const std::string& line : lines) EXPECT_LE(columns_of(line), kScreenColumns) << line;
}

std::string energy_line(const std::string& text) {
  for (const std::string& line : lines_of(text))
    if (line.starts_with("ENERGY")) return line;
  return {};
}

TEST(Report, OfOneNodeIsTheGoldenScreenAndJson) {
  const Report report = one_node();
  golden::expect_text("one_node.txt", report_to_text(report));
  golden::expect_json("one_node.json", report_to_json(report));
  expect_fits_the_screen(report_to_text(report), 30);
}

TEST(Report, NamesTheMissingNodeAndShowsNoTotal) {
  const Report report = one_of_three_missing();
  golden::expect_text("missing_node.txt", report_to_text(report));
  golden::expect_json("missing_node.json", report_to_json(report));
  EXPECT_EQ(energy_line(report_to_text(report)).find(" J"), std::string::npos);
}

TEST(Report, OfARefusedTotalShowsTheReasonAndNoFigure) {
  const Report report = refused();
  golden::expect_text("refused.txt", report_to_text(report));
  golden::expect_json("refused.json", report_to_json(report));
}

TEST(Report, WithAliasRiskShowsUSafeAndSaysSo) {
  const Report report = with_alias_risk();
  golden::expect_text("alias_risk.txt", report_to_text(report));
  golden::expect_json("alias_risk.json", report_to_json(report));
  EXPECT_NE(energy_line(report_to_text(report)).find("U_safe"), std::string::npos);
}

TEST(Report, OfSimulatedSensorsIsReferenceOnly) {
  const Report report = simulated();
  golden::expect_text("simulated.txt", report_to_text(report));
  EXPECT_EQ(report.total.cls, Class::kReferenceOnly);
}

TEST(Report, ShowsTheOtherCoverAndTheResidualWithoutAddingThem) {
  const Report report = with_other_covers();
  golden::expect_text("other_covers.txt", report_to_text(report));
  golden::expect_json("other_covers.json", report_to_json(report));
  EXPECT_NEAR(report.total.figure.energy, 330e3, 1.0);
  ASSERT_EQ(report.total.residuals.size(), 1U);
  EXPECT_NEAR(report.total.residuals[0].energy, 6000.0, 1.0);
}

TEST(Report, OfTwoThousandNodesIsOneScreenAndTheWorstTen) {
  const Report report = two_thousand();
  golden::expect_text("two_thousand.txt", report_to_text(report));
  expect_fits_the_screen(report_to_text(report), 45);
}

TEST(Report, HasAnIdThatChangesWithItsContent) {
  Report report = one_node();
  const std::string id = report_id(report);
  EXPECT_EQ(id, report_id(one_node()));
  report.total.figure.energy += 1.0;
  EXPECT_NE(id, report_id(report));
}

}  // namespace
}  // namespace joulemark
