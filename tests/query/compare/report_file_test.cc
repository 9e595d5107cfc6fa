#include "query/compare/report_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/fakes/temp_folder.h"
#include "tests/query/compare/report_files.h"

namespace joulemark {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::string text_of_report() {
  return report_to_json(canned::report_of({canned::counter(canned::with_watts(500.0))}, {"r1"}));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string error_of(const std::string& text) {
  const auto read = report_from_json(text, "r.json");
  EXPECT_FALSE(read);
  return read ? std::string() : read.error().message;
}

TEST(ReportFile, HoldsWhatTheReportSays) {
  const Report report = canned::report_of(
      {canned::with_serial(canned::counter(canned::with_watts(500.0)), "S1")}, {"r1"});
  const ReportFile file = canned::file_of(report, "r.json");
  EXPECT_EQ(file.id, report.id);
  EXPECT_EQ(file.method_major, 1);
  EXPECT_EQ(file.duration, 600.0);
  EXPECT_EQ(file.total.energy, report.total.figure.energy);
  EXPECT_EQ(file.total.U, report.total.figure.headline_U);
  EXPECT_EQ(file.total.cls, Class::kVendorStated);
  EXPECT_EQ(file.total.supply, Supply::kAc);
  ASSERT_EQ(file.nodes.size(), 1U);
  EXPECT_TRUE(file.nodes[0].complete);
  EXPECT_EQ(file.nodes[0].boundary, Boundary::kAcInput);
  ASSERT_EQ(file.nodes[0].series.size(), 1U);
  const ReportedSeries& series = file.nodes[0].series[0];
  EXPECT_EQ(series.serial, "S1");
  EXPECT_EQ(series.model, "Acme PSU 3000");
  EXPECT_EQ(series.components.size(), report.nodes[0].series[0].energy.budget.size());
  EXPECT_THAT(file.total.limited_by,
              ElementsAre("ALLOCATION_TYPED", "limits of error stated by device or data sheet"));
}

TEST(ReportFile, OfARefusedReportHasItsReasonAndNoFigure) {
  const ReportFile file = canned::file_of(
      canned::report_of({canned::with_resets(canned::counter(canned::with_watts(500.0)), 2)}),
      "r.json");
  EXPECT_EQ(file.total.status, "refused");
  EXPECT_FALSE(file.total.complete());
  EXPECT_EQ(file.total.energy, 0.0);
  EXPECT_EQ(file.nodes[0].status, "refused");
}

TEST(ReportFile, IgnoresKeysThatItDoesNotKnow) {
  EXPECT_TRUE(report_from_json(replaced(text_of_report(), "{", "{\"newer\": [1, {}],"), "r.json"));
}

TEST(ReportFile, CutOffAnywhereIsAnErrorAndNeverAReport) {
  const std::string whole = text_of_report();
  for (std::size_t length = 0; length + 2 < whole.size(); length += 97)
    EXPECT_THAT(error_of(whole.substr(0, length)), StartsWith("r.json: is ")) << length;
  EXPECT_THAT(error_of(whole.substr(0, 500)), HasSubstr("is cut off after 500 bytes"));
  EXPECT_THAT(error_of(" \n"), HasSubstr("is empty"));
}

TEST(ReportFile, OfAnotherKindSaysWhatWasExpected) {
  EXPECT_THAT(error_of("ENERGY 3 J"), HasSubstr("is not JSON at byte 1"));
  EXPECT_THAT(error_of("[]"), HasSubstr("is no object"));
  EXPECT_THAT(error_of("{}"),
              AllOf(HasSubstr("has no schema"), HasSubstr("joulemark energy --output json")));
  EXPECT_THAT(error_of(R"({"schema":"joulemark.window/1"})"),
              HasSubstr("is a joulemark.window/1: expected joulemark.report/1"));
  EXPECT_THAT(error_of(R"({"schema":"joulemark.report/2"})"),
              HasSubstr("read it with the joulemark that wrote it"));
  EXPECT_THAT(error_of(R"({"schema":"joulemark.report/1"})"), HasSubstr("report.report_id"));
}

TEST(ReportFile, ThatIsNotUtf8NamesTheByte) {
  EXPECT_THAT(error_of(replaced(text_of_report(), "\"r1\"", "\"r\xff\"")),
              HasSubstr("is not UTF-8 at byte"));
}

TEST(ReportFile, WithImpossibleFactsNamesThem) {
  const std::string whole = text_of_report();
  const std::string total = "\"total\": {\n    \"status\": \"complete\"";
  EXPECT_THAT(error_of(replaced(whole, total, "\"total\": {\n    \"status\": \"fine\"")),
              HasSubstr("report.total.status must be complete, incomplete or refused"));
  EXPECT_THAT(error_of(replaced(whole, "\"duration_s\": 600.0", "\"duration_s\": 0")),
              HasSubstr("report.window.duration_s must be above zero"));
  EXPECT_THAT(error_of(replaced(whole, "\"energy_joules\": 3", "\"energy_joules\": -3")),
              HasSubstr("must not be negative"));
  EXPECT_THAT(error_of(replaced(whole, "joulemark-method/1.0", "other/1.0")),
              HasSubstr("report.tool.method"));
  EXPECT_THAT(error_of(replaced(whole, "\"supply\": \"ac\"", "\"supply\": \"gas\"")),
              HasSubstr("nodes[0].supply is a word that this version does not know"));
  EXPECT_THAT(error_of(replaced(whole, "\"samples\": 600", "\"samples\": 1e999")),
              HasSubstr("too large"));
}

TEST(ReportFile, ThatIsHugeIsNotRead) {
  const TempFolder folder;
  const std::string path = folder.path() / "huge.json";
  std::ofstream(path) << "{";
  std::filesystem::resize_file(path, kLargestReport + 1);
  const auto read = read_report_file(path);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("huge.json: larger than 268435456 bytes"));
}

TEST(UnitOfWork, IsTheSameHoweverItIsWritten) {
  EXPECT_EQ(unit_of_work("output_tokens"), "output token");
  EXPECT_EQ(unit_of_work("J per output token"), "output token");
  EXPECT_EQ(unit_of_work("batches"), "batch");
  EXPECT_EQ(unit_of_work("J/active second"), "active second");
}

}  // namespace
}  // namespace joulemark
