#include "promapi/client.h"

#include <gtest/gtest.h>

#include "tests/fakes/fake_http.h"

namespace joulemark {
namespace {

UtcTime at_ms(std::int64_t ms) { return UtcTime(std::chrono::milliseconds(ms)); }

std::string matrix(const std::string& result) {
  return R"({"status":"success","data":{"resultType":"matrix","result":[)" + result + "]}}";
}

class Client : public testing::Test {
 protected:
  FakeHttp http;
  PrometheusClient client{http, *parse_endpoint("http://me:pw@host:9090/prom?tenant=t")};
};

TEST_F(Client, AsksByPostWithItsOwnAndTheStrictParameters) {
  http.answer("/prom/api/v1/query", 200, matrix(""));
  ASSERT_TRUE(client.raw({{"m"}, {}}, at_ms(10'000), at_ms(12'000)));
  ASSERT_EQ(http.requests.size(), 1U);
  EXPECT_EQ(http.requests[0].method, "POST");
  const std::string& body = http.requests[0].body;
  for (const auto* part :
       {"query=%7B__name__%3D%22m%22%7D%5B2020ms%5D", "time=12.010", "dedup=true",
        "partial_response=false", "max_source_resolution=0s", "tenant=t"})
    EXPECT_NE(body.find(part), std::string::npos) << part << " in " << body;
}

TEST_F(Client, FallsBackToGetOnceAndForAll) {
  http.answer_once("/query", HttpResponse{.status = 405, .content_type = "", .body = ""});
  http.answer("/query?query=", 200, matrix(""));
  ASSERT_TRUE(client.raw({{"m"}, {}}, at_ms(0), at_ms(1000)));
  ASSERT_TRUE(client.raw({{"m"}, {}}, at_ms(0), at_ms(1000)));
  ASSERT_EQ(http.requests.size(), 3U);
  EXPECT_EQ(http.requests[2].method, "GET");
  EXPECT_TRUE(http.requests[2].body.empty());
}

TEST_F(Client, KeepsBothEndsAndNothingBeyond) {
  http.answer(
      "/query", 200,
      matrix(
          R"({"metric":{"n":"a"},"values":[[9.999,"1"],[10,"2"],[11,"NaN"],[12,"4"],[12.001,"5"]]})"));
  const auto series = client.raw({{"m"}, {}}, at_ms(10'000), at_ms(12'000));
  ASSERT_TRUE(series);
  ASSERT_EQ(series->size(), 1U);
  EXPECT_EQ((*series)[0].samples,
            (std::vector<RangeSample>{{at_ms(10'000), 2.0}, {at_ms(12'000), 4.0}}));
}

TEST_F(Client, LeavesOutASeriesWithoutSamplesInTheRange) {
  http.answer("/query", 200, matrix(R"({"metric":{"n":"a"},"values":[[9,"1"],[13,"NaN"]]})"));
  const auto series = client.raw({{"m"}, {}}, at_ms(10'000), at_ms(12'000));
  ASSERT_TRUE(series);
  EXPECT_TRUE(series->empty());
}

TEST_F(Client, HalvesWhatTheServerFindsTooMuchAndGivesUpInTheEnd) {
  http.answer(
      "/query", 422,
      R"({"status":"error","errorType":"execution","error":"would load too many samples"})");
  const auto series = client.raw({{"m"}, {}}, at_ms(0), at_ms(60'000));
  ASSERT_FALSE(series);
  EXPECT_EQ(series.error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(http.requests.size(), 4U);
  EXPECT_NE(http.requests[0].body.find("4019ms"), std::string::npos);
  EXPECT_NE(http.requests[1].body.find("2019ms"), std::string::npos);
}

TEST_F(Client, RefusesSamplesOutOfOrderAndAnswersOfAnotherKind) {
  http.answer_once("/query",
                   HttpResponse{.status = 200,
                                .content_type = "",
                                .body = matrix(R"({"metric":{},"values":[[2,"1"],[1,"2"]]})")});
  const auto disorder = client.raw({{"m"}, {}}, at_ms(0), at_ms(3000));
  ASSERT_FALSE(disorder);
  EXPECT_NE(disorder.error().message.find("order"), std::string::npos);
  http.answer("/query", 200, R"({"status":"success","data":{"resultType":"vector","result":[]}})");
  EXPECT_FALSE(client.raw({{"m"}, {}}, at_ms(0), at_ms(3000)));
}

TEST_F(Client, NeverShowsCredentials) {
  const auto series = client.raw({{"m"}, {}}, at_ms(0), at_ms(3000));
  ASSERT_FALSE(series);
  EXPECT_EQ(series.error().message.find("http://host:9090/prom/api/v1/query: "), 0U)
      << series.error().message;
}

TEST_F(Client, ReadsTheServersTime) {
  http.answer(
      "/query", 200,
      R"({"status":"success","data":{"resultType":"scalar","result":[1796039103.5,"1796039103.5"]}})");
  const auto time = client.server_time();
  ASSERT_TRUE(time);
  EXPECT_EQ(time->time, at_ms(1'796'039'103'500));
  EXPECT_EQ(http.requests[0].body.find("time="), std::string::npos);
}

TEST_F(Client, TellsProductsApart) {
  const auto product = [&](int status, const std::string& body) {
    FakeHttp other;
    other.answer("buildinfo", status, body);
    return PrometheusClient(other, *parse_endpoint("http://h")).server_info();
  };
  const auto prometheus = product(
      200, R"({"status":"success","data":{"version":"2.42.0","revision":"r","branch":"b"}})");
  ASSERT_TRUE(prometheus);
  EXPECT_EQ(prometheus->product + prometheus->version, "prometheus2.42.0");
  EXPECT_EQ(product(200, R"({"status":"success","data":{}})")->product, "victoriametrics");
  EXPECT_EQ(product(200, R"({"status":"success","data":{"version":"2.24.0"}})")->product,
            "victoriametrics");
  EXPECT_EQ(
      product(200, R"({"status":"success","data":{"application":"Grafana Mimir","version":"2.9"}})")
          ->product,
      "Grafana Mimir");
  EXPECT_EQ(product(404, "404 page not found")->product, "unknown");
  EXPECT_EQ(product(403, "")->product, "unknown");
  EXPECT_FALSE(product(503, ""));
}

}  // namespace
}  // namespace joulemark
