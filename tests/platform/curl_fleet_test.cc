#include "platform/curl_fleet.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "tests/fakes/loopback_server.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::SizeIs;

MonotonicTime in(Duration time) { return std::chrono::steady_clock::now() + time; }

HttpRequest get(const LoopbackServer& server, const std::string& path = "/") {
  HttpRequest request;
  request.url = server.url() + path;
  request.timeout = 5s;
  return request;
}

TEST(CurlFleet, AnswersComeFromWhoWasAskedWithTheirHeaders) {
  LoopbackServer a([](const auto&) {
    return LoopbackReply{.body = "a", .headers = {{"X-Auth-Token", " tok "}, {"Retry-After", "3"}}};
  });
  LoopbackServer b([](const auto&) { return LoopbackReply{.body = "b"}; });
  CurlFleet fleet(std::vector<HttpOptions>(2));
  fleet.start(0, get(a));
  fleet.start(1, get(b));
  std::map<std::size_t, HttpResponse> answers;
  while (answers.size() < 2)
    for (auto& answer : fleet.wait(in(5s))) answers[answer.server] = answer.response.value();
  EXPECT_EQ(answers[0].body, "a");
  EXPECT_EQ(answers[1].body, "b");
  EXPECT_EQ(answers[0].header("x-auth-token"), "tok");
  EXPECT_EQ(answers[0].header("retry-after"), "3");
  EXPECT_EQ(answers[1].header("x-auth-token"), "");
}

TEST(CurlFleet, OneThatHangsHoldsUpNoOther) {
  LoopbackServer slow([](const auto&) { return LoopbackReply{.delay = 3s}; });
  LoopbackServer quick([](const auto&) { return LoopbackReply{.body = "b"}; });
  CurlFleet fleet(std::vector<HttpOptions>(2));
  HttpRequest limited = get(slow);
  limited.timeout = 1s;
  fleet.start(0, limited);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 5; ++i) {
    fleet.start(1, get(quick));
    const auto answers = fleet.wait(in(5s));
    ASSERT_THAT(answers, SizeIs(1));
    EXPECT_EQ(answers[0].server, 1U);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 900ms);
  const auto late = fleet.wait(in(5s));
  ASSERT_THAT(late, SizeIs(1));
  EXPECT_EQ(late[0].response.error().code, ErrorCode::kTimeout);
}

TEST(CurlFleet, WaitsNoLongerThanItIsTold) {
  CurlFleet fleet(std::vector<HttpOptions>(1));
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(fleet.wait(in(50ms)), SizeIs(0));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 50ms);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 1s);
}

TEST(CurlFleet, WhatCannotBeSentIsAnAnswerToo) {
  CurlFleet fleet(std::vector<HttpOptions>(1));
  HttpRequest request;
  request.url = "ftp//nothing";
  fleet.start(0, request);
  const auto answers = fleet.wait(in(1s));
  ASSERT_THAT(answers, SizeIs(1));
  EXPECT_FALSE(answers[0].response);
}

// Cisco's CIMC leaves a line end behind its answers: the connection is given up, the service is
// only asked again.
TEST(CurlFleet, BytesLeftOnAKeptConnectionAreTransient) {
  int count = 0;
  LoopbackServer stray([&](const auto&) {
    return ++count == 1 ? LoopbackReply{.raw = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}\nxx"}
                        : LoopbackReply{.body = "{}"};
  });
  CurlFleet fleet(std::vector<HttpOptions>(1));
  for (int i = 0; i < 3; ++i) {
    fleet.start(0, get(stray));
    const auto answers = fleet.wait(in(5s));
    ASSERT_THAT(answers, SizeIs(1));
    if (!answers[0].response)
      EXPECT_EQ(answers[0].response.error().code, ErrorCode::kUnavailable);
    else
      EXPECT_EQ(answers[0].response->body, "{}");
  }
}

TEST(CurlFleet, LeavesWhileAnExchangeIsInFlight) {
  LoopbackServer slow([](const auto&) { return LoopbackReply{.delay = 2s}; });
  const auto begin = std::chrono::steady_clock::now();
  {
    CurlFleet fleet(std::vector<HttpOptions>(1));
    fleet.start(0, get(slow));
    EXPECT_THAT(fleet.wait(in(20ms)), SizeIs(0));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 1s);
}

TEST(CurlFleet, TakesServersThatAreAddedWhileOthersAreAsked) {
  LoopbackServer a([](const auto&) { return LoopbackReply{.body = "a", .delay = 200ms}; });
  LoopbackServer b([](const auto&) { return LoopbackReply{.body = "b"}; });
  CurlFleet fleet(std::vector<HttpOptions>(1));
  fleet.start(0, get(a));
  ASSERT_EQ(fleet.add({}), 1U);
  fleet.start(1, get(b));
  std::map<std::size_t, std::string> bodies;
  while (bodies.size() < 2)
    for (auto& answer : fleet.wait(in(5s))) bodies[answer.server] = answer.response.value().body;
  EXPECT_EQ(bodies[0], "a");
  EXPECT_EQ(bodies[1], "b");
}

// More than may connect at once: they take turns, and none is forgotten.
TEST(CurlFleet, AHundredServersAreAllAnswered) {
  std::vector<std::unique_ptr<LoopbackServer>> servers;
  servers.reserve(100);
  for (int i = 0; i < 100; ++i)
    servers.push_back(std::make_unique<LoopbackServer>(
        [i](const auto&) { return LoopbackReply{.body = std::to_string(i), .delay = 20ms}; }));
  CurlFleet fleet(std::vector<HttpOptions>(servers.size()));
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < servers.size(); ++i) fleet.start(i, get(*servers[i]));
    std::map<std::size_t, std::string> bodies;
    const auto end = in(20s);
    while (bodies.size() < servers.size() && std::chrono::steady_clock::now() < end)
      for (auto& answer : fleet.wait(end))
        bodies[answer.server] = answer.response ? answer.response->body : "error";
    ASSERT_THAT(bodies, SizeIs(servers.size()));
    for (const auto& [server, body] : bodies) EXPECT_EQ(body, std::to_string(server));
  }
}

// Accepts nobody, and its queue is full: whoever connects waits.
class FullListener {
 public:
  FullListener() {
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address_;
    EXPECT_EQ(bind(listener_, any(), size), 0);
    getsockname(listener_, any(), &size);
    listen(listener_, 0);
    for (const int one : fillers_) static_cast<void>(connect(one, any(), size));
  }
  FullListener(const FullListener&) = delete;
  FullListener& operator=(const FullListener&) = delete;
  ~FullListener() {
    close(listener_);
    for (const int one : fillers_) close(one);
  }
  [[nodiscard]] std::string url() const {
    return "http://127.0.0.1:" + std::to_string(ntohs(address_.sin_port)) + "/";
  }

 private:
  sockaddr* any() { return reinterpret_cast<sockaddr*>(&address_); }
  static int opened(int flags) { return socket(AF_INET, SOCK_STREAM | flags, 0); }

  sockaddr_in address_{};
  int listener_ = opened(0);
  std::array<int, 4> fillers_{opened(SOCK_NONBLOCK), opened(SOCK_NONBLOCK), opened(SOCK_NONBLOCK),
                              opened(SOCK_NONBLOCK)};
};

TEST(CurlFleet, ThoseThatHangWhileTheyConnectLeaveTheirPlaceToOthers) {
  LoopbackServer quick([](const auto&) { return LoopbackReply{.body = "b"}; });
  std::vector<HttpOptions> servers(81);
  for (HttpOptions& one : servers) one.connect_timeout = 300ms;
  CurlFleet fleet(servers);
  HttpRequest nowhere;
  const FullListener full;
  nowhere.url = full.url();
  nowhere.timeout = 2s;
  for (std::size_t i = 0; i < 80; ++i) fleet.start(i, nowhere);
  fleet.start(80, get(quick));
  std::size_t ended = 0;
  bool answered = false;
  const auto end = in(10s);
  while (ended < servers.size() && std::chrono::steady_clock::now() < end)
    for (auto& answer : fleet.wait(end)) {
      ++ended;
      if (answer.server == 80) answered = answer.response && answer.response->body == "b";
    }
  EXPECT_TRUE(answered);
  EXPECT_EQ(ended, servers.size());
}

}  // namespace
}  // namespace joulemark
