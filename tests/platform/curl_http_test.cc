#include "platform/curl_http.h"

#include <gmock/gmock.h>
#include <zlib.h>

#include "tests/fakes/loopback_server.h"

namespace joulemark {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

LoopbackServer::Handler always(LoopbackReply reply) {
  return [reply](const LoopbackRequest&) { return reply; };
}

std::string gzip(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string input = text;
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

TEST(CurlHttp, BringsStatusTypeBodyAndTime) {
  LoopbackServer server(always({.status = 422, .body = "{\"status\":\"error\"}"}));
  const auto response = CurlHttpClient().send({.url = server.url() + "/api/v1/query?query=up"});
  ASSERT_TRUE(response.has_value()) << response.error().message;
  EXPECT_EQ(response->status, 422);
  EXPECT_EQ(response->content_type, "application/json");
  EXPECT_EQ(response->body, "{\"status\":\"error\"}");
  EXPECT_GT(response->elapsed, Duration(0));
  EXPECT_EQ(server.requests().at(0).target, "/api/v1/query?query=up");
}

TEST(CurlHttp, SendsMethodHeadersAndBody) {
  LoopbackServer server(always({}));
  CurlHttpClient client({.headers = {{"X-Scope-OrgID", "team"}}});
  const std::string body("query=up\0&x", 11);
  ASSERT_TRUE(client.send({.method = "POST",
                           .url = server.url(),
                           .headers = {{"Content-Type", "application/x-www-form-urlencoded"}},
                           .body = body}));
  const auto request = server.requests().at(0);
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.body, body);
  EXPECT_EQ(request.headers.at("content-type"), "application/x-www-form-urlencoded");
  EXPECT_EQ(request.headers.at("x-scope-orgid"), "team");
  EXPECT_FALSE(request.headers.contains("expect"));
}

TEST(CurlHttp, SendsTheMethodThatIsAskedFor) {
  LoopbackServer server(always({.body = "not sent for HEAD"}));
  CurlHttpClient client;
  EXPECT_EQ(client.send({.method = "HEAD", .url = server.url()})->body, "");
  ASSERT_TRUE(client.send({.method = "DELETE", .url = server.url()}));
  ASSERT_TRUE(client.send({.url = server.url()}));
  EXPECT_EQ(server.requests().at(0).method, "HEAD");
  EXPECT_EQ(server.requests().at(1).method, "DELETE");
  EXPECT_EQ(server.requests().at(2).method, "GET") << "nothing stays from the request before";
}

TEST(CurlHttp, KeepsItsConnection) {
  LoopbackServer server(always({.body = "x"}));
  CurlHttpClient client;
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(client.send({.url = server.url()}));
  EXPECT_EQ(server.connections(), 1);
}

TEST(CurlHttp, ADeadPortIsUnavailableAndIsNamed) {
  int port = 0;
  { port = LoopbackServer(always({})).port(); }
  const auto response =
      CurlHttpClient({.username = "user", .password = "hunter2"})
          .send({.url = "http://127.0.0.1:" + std::to_string(port) + "/x?secret"});
  ASSERT_FALSE(response.has_value());
  EXPECT_EQ(response.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(response.error().message, HasSubstr("127.0.0.1:" + std::to_string(port)));
}

TEST(CurlHttp, ErrorsNeverHoldCredentials) {
  const auto dead = CurlHttpClient({.bearer_token = "sesame"})
                        .send({.url = "http://user:hunter2@127.0.0.1:1/?token=abc"});
  EXPECT_THAT(dead.error().message,
              AllOf(HasSubstr("127.0.0.1:1"), Not(HasSubstr("hunter2")), Not(HasSubstr("user")),
                    Not(HasSubstr("sesame")), Not(HasSubstr("abc"))));
  const auto scheme = CurlHttpClient().send({.url = "gopher://user:hunter2@127.0.0.1:1/"});
  EXPECT_EQ(scheme.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(scheme.error().message, Not(HasSubstr("hunter2")));
}

TEST(CurlHttp, ASlowAnswerIsATimeout) {
  LoopbackServer server(always({.body = "late", .delay = std::chrono::seconds(20)}));
  const auto begin = std::chrono::steady_clock::now();
  const auto response = CurlHttpClient().send({.url = server.url(), .timeout = milliseconds(100)});
  ASSERT_FALSE(response.has_value());
  EXPECT_EQ(response.error().code, ErrorCode::kTimeout);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST(CurlHttp, TooMuchIsInvalidWhateverTheServerAnnounces) {
  LoopbackServer honest(always({.body = std::string(2000, 'x')}));
  LoopbackServer silent(
      always({.raw = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + std::string(2000, 'x')}));
  for (const auto* server : {&honest, &silent}) {
    CurlHttpClient client;
    const auto cut = client.send({.url = server->url(), .max_body_bytes = 1999});
    ASSERT_FALSE(cut.has_value());
    EXPECT_EQ(cut.error().code, ErrorCode::kInvalid);
    EXPECT_THAT(cut.error().message, HasSubstr("1999 bytes"));
    EXPECT_EQ(client.send({.url = server->url(), .max_body_bytes = 2000})->body.size(), 2000U);
  }
}

TEST(CurlHttp, ABodyThatGrowsWhenUnpackedIsCutAsWell) {
  LoopbackServer server(always(
      {.body = gzip(std::string(1'000'000, 'x')), .headers = {{"Content-Encoding", "gzip"}}}));
  const auto response = CurlHttpClient().send({.url = server.url(), .max_body_bytes = 50'000});
  ASSERT_FALSE(response.has_value());
  EXPECT_EQ(response.error().code, ErrorCode::kInvalid);
}

TEST(CurlHttp, UnpacksGzipAndAsksForItOnlyIfTold) {
  LoopbackServer server(
      always({.body = gzip("packed"), .headers = {{"Content-Encoding", "gzip"}}}));
  EXPECT_EQ(CurlHttpClient().send({.url = server.url()})->body, "packed");
  ASSERT_TRUE(CurlHttpClient({.accept_gzip = false}).send({.url = server.url()}));
  EXPECT_EQ(server.requests().at(0).headers.at("accept-encoding"), "gzip");
  EXPECT_FALSE(server.requests().at(1).headers.contains("accept-encoding"));
}

TEST(CurlHttp, DoesNotFollowARedirect) {
  LoopbackServer elsewhere(always({.body = "elsewhere"}));
  LoopbackServer server(always({.status = 302, .headers = {{"Location", elsewhere.url()}}}));
  const auto response = CurlHttpClient({.bearer_token = "sesame"}).send({.url = server.url()});
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->status, 302);
  EXPECT_TRUE(elsewhere.requests().empty());
}

TEST(CurlHttp, BytesThatAreNoUtf8Pass) {
  LoopbackServer server(always({.body = std::string("\xC0\xC0\0x", 4)}));
  EXPECT_EQ(CurlHttpClient().send({.url = server.url()})->body, std::string("\xC0\xC0\0x", 4));
}

TEST(CurlHttp, AnswersThatAreNoHttpOrEndTooEarlyAreErrors) {
  LoopbackServer noise(always({.raw = "SSH-2.0-OpenSSH_9.2\r\n\r\n"}));
  EXPECT_FALSE(CurlHttpClient().send({.url = noise.url()}).has_value());
  LoopbackServer cut(always({.raw = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"}));
  EXPECT_EQ(CurlHttpClient().send({.url = cut.url()}).error().code, ErrorCode::kUnavailable);
}

TEST(CurlHttp, SendsCredentialsAsTold) {
  LoopbackServer server(always({}));
  ASSERT_TRUE(CurlHttpClient({.username = "user", .password = "pass"}).send({.url = server.url()}));
  ASSERT_TRUE(CurlHttpClient({.bearer_token = "sesame"}).send({.url = server.url()}));
  EXPECT_EQ(server.requests().at(0).headers.at("authorization"), "Basic dXNlcjpwYXNz");
  EXPECT_EQ(server.requests().at(1).headers.at("authorization"), "Bearer sesame");
}

TEST(CurlHttp, RefusesAHeaderWithALineBreakAndTextThatIsNoUrl) {
  LoopbackServer server(always({}));
  CurlHttpClient client;
  EXPECT_EQ(client.send({.url = server.url(), .headers = {{"A", "b\r\nC: d"}}}).error().code,
            ErrorCode::kInvalid);
  EXPECT_EQ(client.send({.url = "not a url"}).error().code, ErrorCode::kInvalid);
  EXPECT_EQ(client.send({.url = "file:///etc/passwd"}).error().code, ErrorCode::kInvalid);
  EXPECT_TRUE(server.requests().empty());
}

TEST(CurlHttp, NeverAsksAProxyForALoopbackAddress) {
  LoopbackServer server(always({.body = "direct"}));
  setenv("http_proxy", "http://127.0.0.1:1", 1);
  const auto response = CurlHttpClient().send({.url = server.url()});
  unsetenv("http_proxy");
  ASSERT_TRUE(response.has_value()) << response.error().message;
  EXPECT_EQ(response->body, "direct");
}

TEST(CurlHttp, UsesTheProxyOfTheEnvironmentOtherwise) {
  LoopbackServer proxy(always({.body = "through the proxy"}));
  setenv("http_proxy", proxy.url().c_str(), 1);
  const auto response = CurlHttpClient().send({.url = "http://prometheus.invalid:9090/x"});
  unsetenv("http_proxy");
  ASSERT_TRUE(response.has_value()) << response.error().message;
  EXPECT_EQ(response->body, "through the proxy");
}

}  // namespace
}  // namespace joulemark
