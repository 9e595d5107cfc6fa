// The server over a real socket of loopback.
#include "exporter/web_server.h"

#include <gmock/gmock.h>

#include <chrono>

#include "tests/exporter/raw_client.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

int port_of(const std::string& url) { return std::stoi(url.substr(url.rfind(':') + 1)); }

// One server for all tests: ending it takes the library two seconds.
class WebServerTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto started = WebServer::start(
        {{"127.0.0.1", 0}},
        {{"/metrics", [] { return plain_text(std::string(200'000, 'm')); }, {}},
         {"/-/healthy", [] { return plain_text("healthy\n"); }, {}},
         {"/-/reload", {}, [](std::string_view) { return plain_text("reloaded\n"); }}});
    ASSERT_TRUE(started) << started.error().message;
    server = std::move(*started);
    port = port_of(server->urls().at(0));
  }
  static void TearDownTestSuite() { server.reset(); }

  static inline std::unique_ptr<WebServer> server;
  static inline int port = 0;
};

TEST_F(WebServerTest, ServesAPageWholeAndCloses) {
  const std::string got = http(port, "GET", "/metrics");
  EXPECT_THAT(got, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(got, HasSubstr("Connection: close\r\n"));
  EXPECT_EQ(body_of(got).size(), 200'000U);
}

TEST_F(WebServerTest, AnswersHeadWithoutABody) {
  const std::string got = http(port, "HEAD", "/metrics");
  EXPECT_THAT(got, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(got, HasSubstr("Content-Length: 200000\r\n"));
  EXPECT_EQ(body_of(got), "");
}

TEST_F(WebServerTest, KnowsExactPathsOnly) {
  for (const char* path : {"/metrics/foo", "/metricsfoo", "/x", "/../../etc/passwd",
                           "/%2e%2e/%2e%2e/etc/passwd", "/metrics/", "//metrics"})
    EXPECT_THAT(http(port, "GET", path), StartsWith("HTTP/1.1 404 ")) << path;
  EXPECT_THAT(http(port, "GET", "/metrics?x=1"), StartsWith("HTTP/1.1 200 "));
}

TEST_F(WebServerTest, RefusesOtherMethods) {
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
    EXPECT_THAT(http(port, method, "/metrics", "Content-Length: 0\r\n"),
                StartsWith("HTTP/1.1 405 "))
        << method;
  EXPECT_THAT(http(port, "POST", "/-/reload", "Content-Length: 0\r\n"), HasSubstr("reloaded"));
  EXPECT_THAT(http(port, "GET", "/-/reload"), HasSubstr("Allow: POST\r\n"));
}

TEST_F(WebServerTest, CompressesWhereTheClientWantsIt) {
  EXPECT_THAT(http(port, "GET", "/metrics", "Accept-Encoding: gzip\r\n"),
              HasSubstr("Content-Encoding: gzip\r\n"));
  EXPECT_THAT(http(port, "GET", "/metrics", "Accept-Encoding: gzip;q=0\r\n"),
              Not(HasSubstr("Content-Encoding")));
}

TEST_F(WebServerTest, SilentAndHalfSpokenConnectionsDoNotBlockOthers) {
  for (const int idle : {2, 20}) {
    std::vector<RawClient> clients;
    for (int i = 0; i < idle; ++i) {
      clients.emplace_back(port);
      if (i % 2 == 1) clients.back().send("GET /metrics HTTP/1.1\r\nHos");
    }
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_THAT(http(port, "GET", "/-/healthy"), HasSubstr("healthy"));
    EXPECT_THAT(http(port, "GET", "/metrics"), StartsWith("HTTP/1.1 200 "));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 2s) << idle << " idle connections";
  }
}

TEST_F(WebServerTest, CutsASilentConnectionAfterItsTimeout) {
  RawClient silent(port);
  const auto begin = std::chrono::steady_clock::now();
  silent.read_all();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 8s);
}

TEST_F(WebServerTest, APortInUseIsNamed) {
  const auto second = WebServer::start({{"127.0.0.1", port}}, {});
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("127.0.0.1:" + std::to_string(port)));
  EXPECT_THAT(second.error().message, HasSubstr("in use"));
}

TEST_F(WebServerTest, SurvivesRequestsThatAreNone) {
  for (const char* bytes : {"\r\n\r\n", "GET\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                            "GET http://elsewhere/ HTTP/1.1\r\n\r\n", "get / HTTP/1.1\r\n\r\n"}) {
    RawClient client(port);
    client.send(bytes);
    client.read_all();
  }
  RawClient large(port);
  large.send("GET / HTTP/1.1\r\nX: " + std::string(60'000, 'x'));
  EXPECT_THAT(http(port, "GET", "/-/healthy"), HasSubstr("healthy"));
}

}  // namespace
}  // namespace joulemark
