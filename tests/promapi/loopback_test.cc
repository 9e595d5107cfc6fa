// The client over a real connection: what goes wrong on the wire.
#include <gtest/gtest.h>

#include "platform/curl_http.h"
#include "promapi/client.h"
#include "tests/fakes/loopback_server.h"

namespace joulemark {
namespace {

UtcTime at_ms(std::int64_t ms) { return UtcTime(std::chrono::milliseconds(ms)); }

Result<std::vector<RangeSeries>> ask(const std::string& url) {
  CurlHttpClient http;
  PrometheusClient client(http, *parse_endpoint(url));
  return client.raw({{"m"}, {}}, at_ms(1000), at_ms(2000));
}

TEST(Loopback, PassesTheFormAsItIs) {
  LoopbackServer server([](const LoopbackRequest& request) {
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.target, "/p/api/v1/query");
    EXPECT_EQ(request.headers.at("content-type"), "application/x-www-form-urlencoded");
    EXPECT_EQ(request.headers.at("accept-encoding"), "identity");
    EXPECT_NE(request.body.find("time=2.010"), std::string::npos);
    return LoopbackReply{
        .body =
            R"({"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[1.5,"2"]]}]}})"};
  });
  const auto series = ask(server.url() + "/p");
  ASSERT_TRUE(series) << series.error().message;
  EXPECT_EQ(series->at(0).samples, (std::vector<RangeSample>{{at_ms(1500), 2.0}}));
}

TEST(Loopback, NamesADeadServerByItsUrl) {
  std::string url;
  {
    url = LoopbackServer([](const LoopbackRequest&) { return LoopbackReply{}; }).url();
  }
  const auto series = ask(url);
  ASSERT_FALSE(series);
  EXPECT_EQ(series.error().code, ErrorCode::kUnavailable);
  EXPECT_EQ(series.error().message.find(url), 0U) << series.error().message;
  EXPECT_NE(series.error().message.find("is the server running"), std::string::npos);
}

TEST(Loopback, DoesNotTakeAnAnswerThatWasCutOff) {
  const std::string body = R"({"status":"success","data":{"resultType":"matrix","result":[]}})";
  LoopbackServer server([&](const LoopbackRequest&) {
    return LoopbackReply{.raw =
                             "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                             "Content-Length: 500\r\n\r\n" +
                             body};
  });
  EXPECT_FALSE(ask(server.url()));
  // Without a length only the JSON itself tells.
  LoopbackServer open_ended([&](const LoopbackRequest&) {
    return LoopbackReply{.raw = "HTTP/1.1 200 OK\r\n\r\n" + body.substr(0, 40)};
  });
  const auto series = ask(open_ended.url());
  ASSERT_FALSE(series);
  EXPECT_NE(series.error().message.find("ends in the middle"), std::string::npos)
      << series.error().message;
}

TEST(Loopback, DoesNotFollowALoginRedirect) {
  LoopbackServer server([](const LoopbackRequest&) {
    return LoopbackReply{.status = 302,
                         .body = "<html>login</html>",
                         .content_type = "text/html",
                         .headers = {{"Location", "/login"}}};
  });
  const auto series = ask(server.url());
  ASSERT_FALSE(series);
  EXPECT_NE(series.error().message.find("login page"), std::string::npos);
  EXPECT_EQ(server.requests().size(), 1U);
}

}  // namespace
}  // namespace joulemark
