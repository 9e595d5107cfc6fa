#include "promapi/answer.h"

#include <gtest/gtest.h>

#include <cmath>

namespace joulemark {
namespace {

UtcTime at_ms(std::int64_t ms) { return UtcTime(std::chrono::milliseconds(ms)); }

constexpr auto* kMatrix =
    R"({"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"m","node":"a"},)"
    R"("values":[[1796039001,"1.5"],[1796039002.25,"NaN"],[1796039003.001,"+Inf"],[1796039004.999,"-1.25e-7"]]},)"
    R"({"values":[],"metric":{}}]}})";

TEST(Answer, ReadsAMatrixWithTimesToTheMillisecond) {
  const auto answer = parse_answer(kMatrix);
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->series.size(), 2U);
  EXPECT_EQ(answer->series[0].labels, (Labels{{"__name__", "m"}, {"node", "a"}}));
  const auto& samples = answer->series[0].samples;
  ASSERT_EQ(samples.size(), 4U);
  EXPECT_EQ(samples[0], (RangeSample{at_ms(1'796'039'001'000), 1.5}));
  EXPECT_EQ(samples[1].time, at_ms(1'796'039'002'250));
  EXPECT_TRUE(std::isnan(samples[1].value));
  EXPECT_EQ(samples[2], (RangeSample{at_ms(1'796'039'003'001), INFINITY}));
  EXPECT_EQ(samples[3], (RangeSample{at_ms(1'796'039'004'999), -1.25e-7}));
}

TEST(Answer, RestoresEveryMillisecondOfASecond) {
  for (int ms = 0; ms < 1000; ++ms) {
    const std::string text = "1796039001." + std::to_string(1000 + ms).substr(1);
    const auto answer = parse_answer(
        R"({"status":"success","data":{"resultType":"scalar","result":[)" + text + R"(,"0"]}})");
    ASSERT_TRUE(answer);
    ASSERT_EQ(answer->series[0].samples[0].time, at_ms(1'796'039'001'000 + ms)) << text;
  }
}

TEST(Answer, ReadsVectorsAndScalarsInAnyOrderOfKeys) {
  const auto vector = parse_answer(
      R"({"data":{"result":[{"value":[5,"7"],"metric":{"n":"x"}}],"resultType":"vector"},"status":"success"})");
  ASSERT_TRUE(vector);
  EXPECT_EQ(vector->result_type, "vector");
  EXPECT_EQ(label(vector->series[0].labels, "n"), "x");
  EXPECT_EQ(vector->series[0].samples[0], (RangeSample{at_ms(5000), 7.0}));
}

TEST(Answer, ReadsErrorsWarningsAndPartiality) {
  const auto error = parse_answer(R"({"status":"error","errorType":"bad_data","error":"no\nway"})");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->error_type, "bad_data");
  EXPECT_EQ(error->error, "no\nway");
  const auto warned = parse_answer(
      R"({"status":"success","isPartial":true,"warnings":["w1","w2"],"infos":["i"],"data":{"resultType":"vector","result":[]}})");
  ASSERT_TRUE(warned);
  EXPECT_TRUE(warned->partial);
  EXPECT_EQ(warned->warnings, (std::vector<std::string>{"w1", "w2"}));
}

TEST(Answer, SkipsWhatItDoesNotKnow) {
  const auto answer = parse_answer(
      R"({"status":"success","stats":{"values":[[1,"2"]]},"data":{"resultType":"matrix","result":[)"
      R"({"metric":{"a":"b"},"histograms":[[1,{"count":"5","buckets":[[0,"1","2","3"]]}]],"values":[[1,"2"]]}]}})");
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->series.size(), 1U);
  EXPECT_EQ(answer->series[0].samples.size(), 1U);
}

TEST(Answer, SaysWhereItIsCutOff) {
  const std::string whole = kMatrix;
  for (std::size_t size = 1; size < whole.size(); ++size) {
    const auto answer = parse_answer(std::string_view(whole).substr(0, size));
    ASSERT_FALSE(answer) << size;
    ASSERT_NE(answer.error().message.find("ends in the middle"), std::string::npos)
        << size << ": " << answer.error().message;
  }
}

TEST(Answer, RefusesWhatIsNotJsonOrNotUtf8) {
  const auto text = parse_answer("404 page not found");
  ASSERT_FALSE(text);
  EXPECT_NE(text.error().message.find("not valid JSON"), std::string::npos);
  const auto bytes = parse_answer("{\"status\":\"succ\xff\xfe\"}");
  ASSERT_FALSE(bytes);
  EXPECT_NE(bytes.error().message.find("UTF-8"), std::string::npos);
  EXPECT_EQ(bytes.error().message.find('\xff'), std::string::npos);
  EXPECT_FALSE(parse_answer(R"({"metric":"m","values":[NaN]})"));
}

TEST(Answer, RefusesHugeNestingWithoutRecursion) {
  const auto answer = parse_answer(R"({"status":)" + std::string(2'000'000, '['));
  ASSERT_FALSE(answer);
  EXPECT_NE(answer.error().message.find("nested"), std::string::npos);
}

TEST(Answer, RefusesJsonOfAnotherProgram) {
  for (const auto* json : {"{}", "[]", "1", R"({"version":"1"})", R"("success")"})
    EXPECT_FALSE(parse_answer(json)) << json;
}

TEST(Answer, RefusesSamplesThatAreNoNumbers) {
  for (const auto* point :
       {R"([1,"x"])", R"([1,""])", R"(["1","1"])", R"([1e300,"1"])", R"([1,"1 "])"})
    EXPECT_FALSE(parse_answer(R"({"status":"success","data":{"result":[{"values":[)" +
                              std::string(point) + "]}]}}"))
        << point;
}

}  // namespace
}  // namespace joulemark
