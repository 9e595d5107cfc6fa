// The arithmetic of a survey, without a network.
#include "query/survey/anonymous.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include "query/survey/survey_writers.h"
#include "query/survey/value_statistics.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using redfish::Json;
using ::testing::HasSubstr;
using ::testing::Not;

redfish::Measured power() {
  redfish::Measured one;
  one.reading = redfish::parse_number("100.5");
  return one;
}

std::vector<redfish::ProbeSample> samples(
    const std::vector<std::pair<Duration, std::string>>& list) {
  std::vector<redfish::ProbeSample> out;
  out.reserve(list.size());
  for (const auto& [time, token] : list)
    out.push_back({MonotonicTime(time), redfish::parse_number(token).value()});
  return out;
}

TEST(ValueStatistics, TellDigitsStepAndIntervalFromTheTexts) {
  const auto seen = statistics_of(power(), samples({{0s, "100"},
                                                    {1s, "100"},
                                                    {2s, "105"},
                                                    {3s, "105"},
                                                    {4s, "110.25"},
                                                    {5s, "110.25"},
                                                    {6s, "100"}}));
  EXPECT_EQ(seen.readings, 7U);
  EXPECT_EQ(seen.changes, 3U);
  EXPECT_EQ(seen.decimals, 2);
  EXPECT_EQ(seen.step, 5.0);
  EXPECT_EQ(seen.update_interval, 2.0);
  EXPECT_TRUE(seen.falls);
  EXPECT_DOUBLE_EQ(seen.span, 6.0);
}

TEST(ValueStatistics, OfAConstantLoadIsItsIntegralExactly) {
  const auto seen = statistics_of(power(), samples({{0s, "200"}, {700ms, "200"}, {3100ms, "200"}}));
  EXPECT_DOUBLE_EQ(seen.integral, 620.0);
  EXPECT_FALSE(seen.falls);
  EXPECT_FALSE(seen.update_interval);  // it never changed: nothing is known
  EXPECT_FALSE(seen.step);
}

TEST(ValueStatistics, WithoutReadingsKnowOnlyTheFirst) {
  const auto seen = statistics_of(power(), {});
  EXPECT_EQ(seen.readings, 0U);
  EXPECT_EQ(seen.decimals, 1);
}

TEST(Anonymised, KeepsWhatIsMeasuredAndRemovesWhoseItIs) {
  const Json body =
      Json::parse(R"({"SerialNumber": "S1", "uuid": "u", "HostName": "h", "AssetTag": 5,
      "IPv4Addresses": [{"Address": "10.0.0.7", "Gateway": "10.0.0.1"}], "Reading": 12.5, "Model": "R750",
      "Description": "bmc 192.168.10.12 mac aa:bb:cc:dd:ee:ff id 123e4567-e89b-12d3-a456-426614174000",
      "Links": {"Outlet": {"@odata.id": "https://pdu.example.com:8443/redfish/v1/x"}}, "Version": "1.2.3",
      "Location": {"Placement": {"Row": "North"}}, "@odata.id": "/redfish/v1/Chassis/1"})");
  const std::string text = anonymised(body).dump();
  for (const char* secret :
       {"S1", "\"u\"", "\"h\"", "10.0.0", "192.168", "aa:bb", "123e4567", "pdu.example", "North"})
    EXPECT_THAT(text, Not(HasSubstr(secret))) << secret;
  for (const char* fact : {"12.5", "R750", "1.2.3", "/redfish/v1/Chassis/1", "/redfish/v1/x"})
    EXPECT_THAT(text, HasSubstr(fact)) << fact;
}

TEST(SurveyMerge, RefusesWhatIsNoSurvey) {
  EXPECT_FALSE(merged({{"a.json", SurveyJson::parse("[]")}}));
  EXPECT_FALSE(merged({{"a.json", SurveyJson::parse(R"({"schema": "joulemark.report/1"})")}}));
  const auto nameless = SurveyJson::parse(R"({"schema": "joulemark.survey/1", "targets": [{}]})");
  EXPECT_THAT(merged({{"a.json", nameless}}).error().message, HasSubstr("a.json"));
}

TEST(SurveyMerge, WritersStandWhateverAMergedFileHolds) {
  for (
      const char* target :
      {R"({"target": "a"})",
       R"({"target": "a", "values": [1, "x", null, {"accuracy": {"of": 1}}]})",
       R"({"target": "a", "values": {}, "latency": 3, "power": [7], "profile": "x", "reasons": [1]})",
       R"({"target": "a", "values": [{"joules": "x", "lifetime": 1, "quantity": 5, "name": ["a"]}],
            "latency": {"p50_ms": "x"}, "power": [{"watts": "x", "shared": 2}], "requests": []})"}) {
    const auto survey = SurveyJson::parse(std::string(R"({"schema": "joulemark.survey/1",
        "redacted": 5, "targets": [)") + target +
                                          "]}");
    const auto whole = merged({{"a.json", survey}});
    ASSERT_TRUE(whole) << target;
    EXPECT_THAT(survey_to_text(*whole), HasSubstr("a  ")) << target;
    EXPECT_THAT(survey_to_csv(*whole), HasSubstr("\r\na,")) << target;
    EXPECT_THAT(survey_to_markdown(*whole), HasSubstr("## a")) << target;
  }
}

TEST(SurveyCsv, QuotesWhatNeedsIt) {
  const auto survey = SurveyJson::parse(R"({"schema": "joulemark.survey/1", "targets": [
      {"target": "a, \"b\"", "verdict": "no-power", "reasons": [], "values": []}]})");
  EXPECT_THAT(survey_to_csv(survey), HasSubstr("\r\n\"a, \"\"b\"\"\",no-power,"));
}

}  // namespace
}  // namespace joulemark
