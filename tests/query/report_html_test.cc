#include "query/report_html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <regex>

#include "query/digest.h"
#include "query/html_chart.h"
#include "query/html_panels.h"
#include "query/html_script.h"
#include "query/html_style.h"
#include "tests/fakes/wall_clock.h"
#include "tests/query/canned_reports.h"
#include "tests/query/left_page.h"

namespace joulemark {
namespace {

using canned::counter;
using canned::evaluated;
using canned::node;
using canned::ReportAndTrace;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::size_t kMost = 5'000'000;  // bytes, of 2,000 nodes

std::string page(const std::string& name, const ReportAndTrace& made) {
  return left_page(name, made.report, made.trace);
}

ReportAndTrace of(std::vector<SensorTelemetry> sensors, std::vector<std::string> nodes = {}) {
  Telemetry telemetry = canned::telemetry(std::move(sensors));
  telemetry.server.url = "prometheus.example:9090";
  return evaluated(telemetry, canned::request(std::move(nodes)));
}

std::string without_script_and_style(std::string html) {
  for (const Markup part : {kStyle, kScript})
    html.erase(html.find(part.text()), part.text().size());
  return html;
}

TEST(ReportHtml, ShowsTheFigureItsClassAndTheReportId) {
  const std::string html = page("one_node", of({counter(node("r1"))}, {"r1"}));
  EXPECT_THAT(html, HasSubstr("300.0\u00a0kJ</span>"));
  EXPECT_THAT(html, HasSubstr("±\u00a03.5\u00a0kJ</span>"));
  EXPECT_THAT(html, HasSubstr("1.2 % of it, k = 2.00, about 95 %"));
  EXPECT_THAT(html, HasSubstr("VENDOR-STATED"));
  EXPECT_THAT(html, HasSubstr("report 7f3a9c21"));
  EXPECT_THAT(html, HasSubstr("<title>300.0 ± 3.5 kJ, joulemark report 7f3a9c21</title>"));
  EXPECT_THAT(html, HasSubstr("id=\"power\""));
  EXPECT_THAT(html, Not(HasSubstr("SIMULATED")));
}

TEST(ReportHtml, OfAnIncompleteTotalShowsTheReasonAndThePartialSumLabelled) {
  const std::string html =
      page("missing", of({counter(node("r1")), counter(node("r2", 700.0))}, {"r1", "x9", "r2"}));
  EXPECT_THAT(html, HasSubstr("<p class=\"figure refused\">INCOMPLETE</p>"));
  EXPECT_THAT(html, HasSubstr("No figure for the total: no data of x9."));
  EXPECT_THAT(html, HasSubstr("This is not the energy of the job."));
  EXPECT_THAT(html, HasSubstr("Power over time (not the total)"));
  EXPECT_THAT(html, HasSubstr("What was measured (not the total)"));
  EXPECT_THAT(html, Not(HasSubstr("Mean power")));
  EXPECT_THAT(html, Not(HasSubstr("mean of the report")));
  EXPECT_THAT(html, Not(HasSubstr("id=\"uncertainty\"")));
  EXPECT_THAT(html, HasSubstr("missing: the server has no series of it in the window"));
}

TEST(ReportHtml, OfARefusedTotalShowsNoFigureAtAll) {
  const std::string html =
      page("refused", of({canned::with_resets(counter(node("r1")), 2)}, {"r1"}));
  EXPECT_THAT(html, HasSubstr("<p class=\"figure refused\">REFUSED</p>"));
  EXPECT_THAT(html, HasSubstr("SEVERAL_RESETS"));
  EXPECT_FALSE(std::regex_search(without_script_and_style(html),
                                 std::regex("[0-9] *(J|kJ|MJ|W|kW|kWh)\\b")));
  EXPECT_THAT(html, Not(HasSubstr("id=\"power\"")));
}

TEST(ReportHtml, OfASimulationSaysSoWhereverAFigureStands) {
  canned::CounterSpec spec = node("r1");
  spec.simulated = true;
  const std::string html = page("simulated", of({counter(spec)}));
  EXPECT_THAT(html, HasSubstr("<title>SIMULATED: "));
  EXPECT_THAT(html, HasSubstr("SIMULATED DATA."));
  EXPECT_THAT(html, HasSubstr("Simulated: no machine drew this power."));
}

TEST(ReportHtml, WithAliasRiskShowsUSafeAndSaysSo) {
  canned::CounterSpec meter = node("r1");
  meter.id = "meter";
  const std::string html = page("alias_risk", of({canned::periodic_power(meter)}));
  EXPECT_THAT(html, HasSubstr("U_safe: includes worst-case aliasing"));
  EXPECT_THAT(html, HasSubstr("U without aliasing would be"));
  EXPECT_THAT(html, HasSubstr("<th scope=\"row\">worst-case aliasing</th>"));
}

TEST(ReportHtml, ShowsTheOtherCoverBesideWhatWasCounted) {
  const std::string html = page("other_covers", of(canned::with_second_cover("r1")));
  EXPECT_THAT(html, HasSubstr("data-other-name=\"cray\""));
  EXPECT_THAT(html, HasSubstr("cray, not added"));
  EXPECT_THAT(html, HasSubstr("also seen, not added: cray of 1 node"));
}

TEST(ReportHtml, HatchesAGapAndDrawsNothingInIt) {
  SensorTelemetry sensor = counter(node("r1"));
  for (std::size_t i = 200; i < sensor.series.uncovered.size(); ++i)
    sensor.series.uncovered[i] = 4.0;
  const std::string html = page("gap", of({sensor}));
  EXPECT_THAT(html, HasSubstr("<rect class=\"gap\" x=\""));
  EXPECT_THAT(html, HasSubstr("nothing is drawn"));
  const auto d = html.find("class=\"power\" d=\"");
  ASSERT_NE(d, std::string::npos);
  const std::string path = html.substr(d, html.find("/>", d) - d);
  EXPECT_EQ(std::count(path.begin(), path.end(), 'M'), 2) << "one piece on either side of the gap";
}

TEST(WattsFigure, HasThreeDigitsAndAFittingUnit) {
  EXPECT_EQ(watts_figure(0.0), "0 W");
  EXPECT_EQ(watts_figure(515.04), "515 W");
  EXPECT_EQ(watts_figure(999.9), "1 kW");
  EXPECT_EQ(watts_figure(1180.0), "1.18 kW");
  EXPECT_EQ(watts_figure(999'900.0), "1 MW");
}

TEST(RoundTop, LeavesLittleRoomAboveThePicture) {
  for (const double watts : {0.3, 7.0, 550.0, 1'004'000.0}) {
    EXPECT_GE(round_top(watts), watts);
    EXPECT_LE(round_top(watts), 1.6 * watts);
  }
  EXPECT_GT(round_top(0.0), 0.0);
}

TEST(ReportHtml, OfHostileNamesHasNoMarkupOfTheirs) {
  const std::string evil = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>\x01\xFF";
  canned::CounterSpec spec = node(evil);
  spec.id = evil;
  spec.source = "re'play\"";
  auto made = of({counter(spec), counter(node("r2"))});
  made.report.window.command = {evil};
  made.report.window.given = evil;
  made.report.window.host = evil;
  made.report.server.url = evil;
  made.report.server.product = evil;
  made.report.server.version = evil;
  made.report.evidence.list = evil;
  made.report.not_counted = {evil};
  made.report.advice = {evil};
  made.report.total.limited_by.push_back(evil);
  const std::string html = without_script_and_style(page("hostile", made));
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&lt;img src=x"));
  EXPECT_EQ(html.find('\x01'), std::string::npos);
  EXPECT_EQ(html.find('\xFF'), std::string::npos);
  // Quotes of ours only: every tag that the names could have touched is still well-formed.
  const std::regex tags("<[a-z][^>]*>");
  const std::regex quoted("\"[^\"]*\"");
  const std::regex handler("[\" ]on[a-z]+=");
  for (std::sregex_iterator tag(html.begin(), html.end(), tags), end; tag != end; ++tag) {
    const std::string one = tag->str();
    EXPECT_EQ(std::count(one.begin(), one.end(), '"') % 2, 0) << one;
    EXPECT_FALSE(std::regex_search(std::regex_replace(one, quoted, "\"\""), handler)) << one;
  }
}

TEST(ReportHtml, FetchesNothingAndLetsOnlyItsOwnStyleAndScriptRun) {
  const std::string html = page("two_nodes", of({counter(node("r1")), counter(node("r2", 700.0))}));
  EXPECT_THAT(html, HasSubstr("default-src &#39;none&#39;"));
  EXPECT_THAT(html, HasSubstr("script-src &#39;sha256-" + sha256_base64(kScript.text()) + "&#39;"));
  EXPECT_THAT(html, HasSubstr("style-src &#39;sha256-" + sha256_base64(kStyle.text()) + "&#39;"));
  EXPECT_THAT(html, HasSubstr("<script>" + std::string(kScript.text()) + "</script>"));
  EXPECT_THAT(html, HasSubstr("<style>" + std::string(kStyle.text()) + "</style>"));
  std::string rest = html;
  for (auto at = rest.find("http-equiv"); at != std::string::npos; at = rest.find("http-equiv"))
    rest.erase(at, 10);
  for (const char* reference :
       {"http", " src=", " href=", "@import", "<link", "<iframe", " style="})
    EXPECT_THAT(rest, Not(HasSubstr(reference)));
  for (auto at = rest.find("url("); at != std::string::npos; at = rest.find("url(", at + 1))
    EXPECT_EQ(rest[at + 4], '#');
}

TEST(ReportHtml, NamesEveryReasonCodeWithItsRemedy) {
  auto made = of({counter(node("r1"))}, {"r1"});
  for (int i = 0; i <= static_cast<int>(Code::kSingleRun); ++i)
    made.report.total.reasons.insert(static_cast<Code>(i));
  const std::string html = page("all_codes", made);
  for (const Code code : made.report.total.reasons)
    EXPECT_THAT(html, HasSubstr("<li><code>" + std::string(to_string(code)) + "</code>"));
}

TEST(ReportHtml, HasALightForEachQuestionAndSaysWhatLiftsIt) {
  auto made = of({counter(node("r1"))}, {"r1"});
  const std::string html = page("lights", made);
  for (const char* light :
       {"Nodes", "Clocks", "Coverage", "Sampling", "Supply", "Cover", "Accuracy"})
    EXPECT_THAT(html, HasSubstr("<h3>" + std::string(light) + "</h3><span class=\"state "));
  EXPECT_THAT(html, HasSubstr("<h3>Nodes</h3><span class=\"state limits\">! limits the class"));
  EXPECT_THAT(html, HasSubstr("<h3>Clocks</h3><span class=\"state ok\">"));
  EXPECT_THAT(html, HasSubstr("<code>ALLOCATION_TYPED</code> give the scheduler"));
}

TEST(ReportHtml, OfTwoThousandNodesIsSmallQuickAndWorstFirst) {
  const ReportAndTrace made = of(canned::two_thousand_nodes());
  const auto began = std::chrono::steady_clock::now();
  const std::string html = page("two_thousand", made);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  EXPECT_LT(html.size(), kMost);
  expect_within(took, std::chrono::seconds(2));
  EXPECT_THAT(html, HasSubstr("<summary>All 2000 nodes</summary>"));
  EXPECT_THAT(html, HasSubstr("<th scope=\"row\">gpu1234</th><td class=\"n\">+17."));
  const auto folded = html.find("<summary>All 2000");
  EXPECT_LT(html.find("gpu1234"), folded);
  EXPECT_THAT(html, HasSubstr("2000 series: see --output json."));
}

TEST(ReportHtml, OfManyMissingNodesShowsTheFirstOfThem) {
  std::vector<SensorTelemetry> sensors;
  std::vector<std::string> names;
  for (int i = 10; i < 40; ++i) {
    names.push_back("n" + std::to_string(i));
    if (i % 2 == 0) sensors.push_back(counter(node(names.back())));
  }
  const std::string html = page("many_missing", of(std::move(sensors), names));
  const auto folded = html.find("<summary>All 30 nodes");
  ASSERT_NE(folded, std::string::npos);
  EXPECT_LT(html.find("<li><strong>n11</strong>"), folded);
  const auto last = html.find("<li><strong>n39</strong>");
  EXPECT_NE(last, std::string::npos);
  EXPECT_GT(last, folded);
}

}  // namespace
}  // namespace joulemark
